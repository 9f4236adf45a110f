package dev.belfry.store.jdbc.postgres;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/** A schema of its own on a server for tests, dropped at the end. */
final class PostgresSchema implements AutoCloseable {
    private final String name = "test_" + UUID.randomUUID().toString().replace("-", "");
    private final String server;

    PostgresSchema(String server) {
        this.server = TestServer.url(server);
    }

    String url() {
        return server + "&currentSchema=" + name;
    }

    TimerStore open() {
        return new PostgresStoreProvider().open(url());
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Removes all rows, which is faster than another schema. */
    void empty() throws SQLException {
        run("TRUNCATE timer_groups, shards, timers, kept_timers, pauses, nodes");
    }

    void run(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        run("DROP SCHEMA IF EXISTS %s CASCADE".formatted(name));
    }
}
