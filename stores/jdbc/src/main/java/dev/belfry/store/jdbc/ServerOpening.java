package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.TimerStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** The steps from a URL to a store on a server; docs/decisions/0015 says why these numbers. */
public final class ServerOpening {
    /** The engine's calls, and besides them beats, claims and pauses. */
    private static final int WRITERS = 10;

    /** Pages, and requests that read. */
    private static final int READERS = 6;

    private static final int PARALLEL_CALLS = 8;
    private static final StoreLimits LIMITS =
            new StoreLimits(1_000, 8 << 20, 4_096, PARALLEL_CALLS);

    private final String url;
    private final DatabaseServer server;

    /**
     * @param url as the driver wants it
     */
    public ServerOpening(String url, DatabaseServer server) {
        this.url = url;
        this.server = server;
    }

    public TimerStore store() {
        requireUsable();
        server.migrate(url);
        requireTables();
        return storeAsItIs();
    }

    /** A store on tables that are known to be there. */
    public TimerStore storeAsItIs() {
        return new JdbcTimerStore(server.dialect(), connections(), LIMITS);
    }

    private void requireUsable() {
        ask(server::requireUsable);
    }

    private void requireTables() {
        ask(server::requireTables);
    }

    @FunctionalInterface
    private interface Question {
        void on(Connection connection) throws SQLException;
    }

    private void ask(Question question) {
        try (var connection = plain()) {
            question.on(connection);
        } catch (SQLException e) {
            throw new StoreException.Unavailable(
                    "the database can not be reached: " + e.getMessage(), e);
        }
    }

    Dialect dialect() {
        return server.dialect();
    }

    Connections connections() {
        return new PooledConnections(
                new SessionPool(this::writer, server.dialect(), WRITERS),
                new SessionPool(this::connect, server.dialect(), READERS));
    }

    private Connection writer() throws SQLException {
        var connection = connect();
        connection.setAutoCommit(false);
        return connection;
    }

    private Connection connect() throws SQLException {
        var connection = plain();
        try (var statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            for (var setting : server.sessionSettings()) {
                statement.execute(setting);
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private Connection plain() throws SQLException {
        var properties = new Properties();
        properties.putAll(server.driverProperties());
        return DriverManager.getConnection(url, properties);
    }
}
