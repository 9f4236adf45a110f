package dev.belfry.bench;

import java.time.Duration;
import java.util.Optional;

/** Tells what a database has used. */
interface Meter {
    /** Of one that works in processes of its own, and is not asked. */
    Meter NOT_ASKED =
            new Meter() {
                @Override
                public Optional<Reading> read() {
                    return Optional.empty();
                }

                @Override
                public boolean seesAll() {
                    return false;
                }
            };

    /** Of one that works inside the server's process. */
    Meter INSIDE = Optional::empty;

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

    /** Whether the server's process and what is read here are all that works. */
    default boolean seesAll() {
        return true;
    }
}
