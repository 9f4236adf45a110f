package dev.belfry.bench.harness;

import java.time.Duration;
import java.util.Optional;

/** Where contenders keep their timers, and what a database has used for it. */
public interface Place {
    /** What was used by now: CPU time, transactions that changed something, bytes of the log. */
    record Reading(Duration cpu, long transactions, long logBytes) {
        public Reading since(Reading start) {
            return new Reading(
                    cpu.minus(start.cpu),
                    transactions - start.transactions,
                    logBytes - start.logBytes);
        }
    }

    /** The URL of a new and empty database of this name, in place of one that may be there. */
    String fresh(String name) throws Exception;

    /** Does what the database would do by itself some time after rows were written. */
    default void tidy(String url) throws Exception {}

    /** Nothing of a database that is not asked. */
    default Optional<Reading> read() throws Exception {
        return Optional.empty();
    }

    /** Whether the server's process and what is read here are all that works. */
    boolean seesAll();
}
