package dev.belfry.store.jdbc.postgres;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerOpening;
import dev.belfry.store.jdbc.TestDatabase;
import dev.belfry.store.jdbc.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/** A schema of its own on a server for tests. */
final class PostgresSchema implements TestDatabase {
    /** For all tests that need no other, with its tables. */
    static final PostgresSchema SHARED = shared();

    /** With partitions. */
    static final PostgresSchema PARTITIONED = partitioned();

    private final String server;
    private final String name = "test_" + UUID.randomUUID().toString().replace("-", "");

    PostgresSchema(String server) {
        this.server = server;
        Runtime.getRuntime().addShutdownHook(new Thread(this::drop));
    }

    private static PostgresSchema shared() {
        return new PostgresSchema(TestServer.url("postgres")).made();
    }

    private static PostgresSchema partitioned() {
        return new PostgresSchema(TestServer.url("postgres") + "&partitions=8").made();
    }

    private PostgresSchema made() {
        open().close();
        return this;
    }

    String name() {
        return name;
    }

    /** The same schema, opened with more said in the URL. */
    TimerStore openWith(String parameters) {
        return new PostgresStoreProvider().open(url() + parameters);
    }

    @Override
    public PostgresSchema fresh() {
        return new PostgresSchema(server);
    }

    /** The name of the schema is also the one that connections of stores go by. */
    String url() {
        return server + "&currentSchema=" + name + "&ApplicationName=" + name;
    }

    @Override
    public TimerStore open() {
        return openWith("");
    }

    @Override
    public ServerOpening opening() {
        return new ServerOpening(url(), PostgresServer.of(url()));
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(server + "&currentSchema=" + name);
    }

    @Override
    public void cutConnections() throws SQLException {
        run(
                """
                SELECT pg_terminate_backend(pid, 10000)
                FROM pg_stat_activity
                WHERE application_name = '%s'
                """
                        .formatted(name));
    }

    private void drop() {
        try {
            run("DROP SCHEMA IF EXISTS %s CASCADE".formatted(name));
        } catch (SQLException e) {
            throw new IllegalStateException("schema %s stays behind".formatted(name), e);
        }
    }
}
