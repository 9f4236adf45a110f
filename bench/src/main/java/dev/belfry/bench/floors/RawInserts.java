package dev.belfry.bench.floors;

import dev.belfry.bench.harness.SampleTimer;
import java.sql.SQLException;

/**
 * Inserts rows of timers by plain SQL, past the store, as quickly as the database lets JDBC do it.
 * Confined to a thread.
 */
public interface RawInserts extends AutoCloseable {
    void add(SampleTimer timer) throws SQLException;

    /** Executes what was added since. */
    void flush() throws SQLException;

    @Override
    void close() throws SQLException;
}
