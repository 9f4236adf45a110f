package dev.belfry.bench;

import dev.belfry.core.store.TimerStore;
import java.sql.Connection;
import java.sql.SQLException;

/** A database that one way of committing has to itself. */
interface BenchDatabase {
    TimerStore open();

    /** A plain connection past the store, as durable as the store's own. */
    Connection durable() throws SQLException;

    /** A connection for filling a database that is worth nothing if that fails. */
    Connection careless() throws SQLException;

    /** The quickest way to write so many rows at a time. */
    RawTimers rows(Connection connection, int batch) throws SQLException;

    /** A query for the name and the definition of each index of timers. */
    String indexes();

    /** Makes the tables and the group. */
    default void create() {
        try (var store = open()) {
            store.leases().openGroup(SampleTimers.GROUP);
        }
    }

    /** Removes it. */
    void remove() throws Exception;
}
