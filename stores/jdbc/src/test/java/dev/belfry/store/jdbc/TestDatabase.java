package dev.belfry.store.jdbc;

import dev.belfry.core.store.TimerStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Future;

/** A database that a test has to itself, on a server that it may share. Gone when the JVM ends. */
public interface TestDatabase {
    /** Another one on the same server, in which nothing was ever opened. */
    TestDatabase fresh();

    /** Opens a store as a node does. */
    TimerStore open();

    /** The steps of opening a store. */
    ServerOpening opening();

    /** A plain connection, with nothing of Belfry's settings. */
    Connection connect() throws SQLException;

    /** Ends all connections of stores, as a restart of the server would. */
    void cutConnections() throws SQLException;

    /** A query whose one row is how many sessions wait for a lock. */
    String countOfWaiting();

    /** MySQL tells the same again when it was asked a tenth of a second ago or less. */
    Duration BETWEEN_LOOKS = Duration.ofMillis(150);

    /** Returns when some session waits for a lock, or when {@code call} is over without. */
    default void awaitWaiting(Future<?> call) throws SQLException, InterruptedException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            boolean waits = false;
            while (!waits && !call.isDone()) {
                try (var result = statement.executeQuery(countOfWaiting())) {
                    waits = result.next() && result.getInt(1) > 0;
                }
                if (!waits) {
                    Thread.sleep(BETWEEN_LOOKS);
                }
            }
        }
    }

    default void run(String... statements) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Removes all rows, which is faster than another database. */
    default void empty() throws SQLException {
        run(
                "DELETE FROM timer_groups",
                "DELETE FROM shards",
                "DELETE FROM timers",
                "DELETE FROM kept_timers",
                "DELETE FROM records",
                "DELETE FROM record_kinds",
                "DELETE FROM nodes");
    }
}
