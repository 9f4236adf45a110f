package dev.belfry.bench;

import java.time.Duration;
import java.util.Optional;

/** Tells what a database has used. */
interface Meter {
    /** Of one that is not asked. */
    Meter NONE = Optional::empty;

    /** What was used by now: CPU time, transactions that changed something, bytes of the log. */
    record Reading(Duration cpu, long transactions, long logBytes) {
        Reading since(Reading start) {
            return new Reading(
                    cpu.minus(start.cpu),
                    transactions - start.transactions,
                    logBytes - start.logBytes);
        }
    }

    Optional<Reading> read() throws Exception;
}
