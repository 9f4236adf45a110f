package dev.belfry.store.jdbc;

import java.sql.SQLException;

/**
 * Where a store's sessions come from; a session is given back by closing it. Thread-safe: it waits
 * until a session is free.
 */
public interface Connections extends AutoCloseable {
    /** A session for one transaction that writes. */
    Session writer() throws SQLException;

    /** A session for reading; it sees every commit acknowledged before. */
    Session reader() throws SQLException;

    /** How many sessions for reading there are, at most. */
    int readers();

    /** Whether no writer is given out any more, because of a failure. */
    default boolean isBroken() {
        return false;
    }

    /** Closes all connections, after waiting for the sessions that are out. */
    @Override
    void close();
}
