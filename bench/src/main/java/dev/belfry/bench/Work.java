package dev.belfry.bench;

import java.time.Duration;

/** Something that every contender does, to be measured. */
interface Work {
    String title();

    /** Who does it: a row of the tables. */
    Lane lane();

    /** How long it should take on a quiet machine: a guess. */
    Duration planned();

    void run(Contender contender) throws Exception;
}
