package dev.belfry.bench.harness;

import java.time.Duration;

/** Something that every contender does, to be measured. */
public interface Workload {
    String title();

    /** Who does it: a row of the tables. */
    ContenderVariant variant();

    /** How long it should take on a quiet machine: a guess. */
    Duration planned();

    void run(ContenderProcess process) throws Exception;
}
