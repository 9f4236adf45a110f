package dev.belfry.bench;

import java.sql.SQLException;
import java.util.List;

/** A way to commit timers, to a database file of its own. */
interface TimerWriter extends AutoCloseable {
    /** Returns when all of them are durable. */
    void write(List<NewTimer> timers) throws Exception;

    /** How many timers have shared a commit, on average. */
    double timersPerCommit();

    @Override
    void close() throws SQLException;
}
