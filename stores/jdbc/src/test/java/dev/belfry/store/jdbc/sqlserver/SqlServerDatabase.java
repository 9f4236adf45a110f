package dev.belfry.store.jdbc.sqlserver;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerOpening;
import dev.belfry.store.jdbc.TestDatabase;
import dev.belfry.store.jdbc.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/** A database of its own on a server named by a URL of an administrator. */
final class SqlServerDatabase implements TestDatabase {
    /** For all tests that need no other, with its tables. */
    static final SqlServerDatabase SHARED = shared();

    private final String server;
    private final String name = "test_" + UUID.randomUUID().toString().replace("-", "");

    private SqlServerDatabase(String server) {
        this.server = server;
        try {
            asAdministrator(
                    "CREATE DATABASE " + name,
                    "ALTER DATABASE %s SET READ_COMMITTED_SNAPSHOT ON".formatted(name));
        } catch (SQLException e) {
            throw new IllegalStateException("the URL must be that of an administrator", e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::drop));
    }

    private static SqlServerDatabase shared() {
        var database = new SqlServerDatabase(TestServer.url("sqlserver"));
        database.open().close();
        return database;
    }

    @Override
    public TestDatabase fresh() {
        return new SqlServerDatabase(server);
    }

    private String url() {
        return server + ";databaseName=" + name;
    }

    @Override
    public TimerStore open() {
        return new SqlServerStoreProvider().open(url());
    }

    @Override
    public ServerOpening opening() {
        return new ServerOpening(url(), new SqlServer());
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    @Override
    public String countOfWaiting() {
        return "SELECT count(*) FROM sys.dm_exec_requests WHERE blocking_session_id <> 0";
    }

    @Override
    public void cutConnections() throws SQLException {
        asAdministrator(
                "ALTER DATABASE %s SET SINGLE_USER WITH ROLLBACK IMMEDIATE".formatted(name),
                "ALTER DATABASE %s SET MULTI_USER".formatted(name));
    }

    private void drop() {
        try {
            cutConnections();
            asAdministrator("DROP DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("database %s stays behind".formatted(name), e);
        }
    }

    private void asAdministrator(String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection(server);
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
