package dev.belfry.bench.floors;

import dev.belfry.bench.harness.SampleTimers;
import dev.belfry.core.store.TimerStore;
import java.sql.Connection;
import java.sql.SQLException;

/** The tables of Belfry's store in a database, to be filled past the store. */
public interface TimerTables {
    /** Those of PostgreSQL or of SQLite. */
    static TimerTables at(String url) {
        return url.startsWith("sqlite:") ? new SqliteTables(url) : new PostgresTables(url);
    }

    TimerStore open();

    /** A connection for filling a database that is worth nothing if that fails. */
    Connection careless() throws SQLException;

    /** The quickest way to insert so many rows at a time. */
    RawInserts inserts(Connection connection, int batch) throws SQLException;

    /** A query for the name and the definition of each index of timers. */
    String indexes();

    /** Makes the tables and the group. */
    default void create() {
        try (var store = open()) {
            store.leases().openGroup(SampleTimers.GROUP);
        }
    }
}
