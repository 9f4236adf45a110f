package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Looks whether connections lead where they should. A session belongs to the term in which it was
 * looked at last. Thread-safe.
 */
public interface SessionCheck {
    /** The term of now: a session of an earlier one must not be used. */
    long term();

    /**
     * Looks at a new connection and tells its term.
     *
     * @throws StoreException.Unavailable if it must not be used; the message says why
     */
    long opened(Connection connection) throws SQLException;

    /** Looks in the same way at a connection that was used before. */
    long rested(Connection connection) throws SQLException;
}
