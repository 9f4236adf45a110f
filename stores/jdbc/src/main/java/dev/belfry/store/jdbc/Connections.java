package dev.belfry.store.jdbc;

import dev.belfry.core.store.PoolUse;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

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

    /** How its pools are used. */
    default List<PoolUse> pools() {
        return List.of();
    }

    /** Gives no session out any more that leads where the ones so far do: it takes no writes. */
    default void retire() {}

    /**
     * Whether what was acknowledged may be missing in the database, and its node was not told yet.
     */
    default boolean isServerNew() {
        return false;
    }

    default boolean hasNewHistory() {
        return false;
    }

    /** The node has been told. */
    default void historyTold() {}

    /** Why the database is not used although it answers, in words for its operator. */
    default Optional<String> refusal() {
        return Optional.empty();
    }

    /** What was chosen for the database and may lose something, in words for its operator. */
    default Optional<String> weakness() {
        return Optional.empty();
    }

    /** Whether no writer is given out any more, because of a failure. */
    default boolean isBroken() {
        return false;
    }

    /** Closes all connections, after waiting for the sessions that are out. */
    @Override
    void close();
}
