package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreAccess;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.common.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The steps from a URL to a store on a server; docs/decisions/0015 says why these numbers. */
public final class ServerOpening {
    /** Of the connections, those for pages and requests that read: 6 of 16. */
    private static final double READERS = 0.375;

    /** Of those that write, what is left to beats, claims and pauses beside the engine's calls. */
    private static final int BESIDES = 2;

    /** A commit has all that waits, whatever its shard: what comes meanwhile shares the next. */
    private static final int PARALLEL_COMMITS = 1;

    private final Logins logins;
    private final int readers;
    private final int writers;
    private final JdbcServer server;

    /**
     * @param url as the driver wants it
     */
    public ServerOpening(String url, JdbcServer server) {
        this(StoreAccess.by(url), server);
    }

    /**
     * @param access with a URL as the driver wants it
     */
    public ServerOpening(StoreAccess access, JdbcServer server) {
        this.logins = new Logins(access.url(), server.driverProperties());
        this.readers = (int) (READERS * access.connections());
        this.writers = access.connections() - readers;
        this.server = server;
    }

    public TimerStore store() {
        logins.current().look(server::inspect);
        schema().apply();
        logins.current().look(server::requireTables);
        return storeAsItIs();
    }

    /** What the store needs; nothing is connected to. */
    public StoreSchema schema() {
        return server.schema(logins.current().url());
    }

    /** A store on tables that are known to be there. */
    public TimerStore storeAsItIs() {
        return new JdbcTimerStore(server.dialect(), connections(), limits());
    }

    StoreLimits limits() {
        return new StoreLimits(1_000, 8 << 20, 4_096, writers - BESIDES, PARALLEL_COMMITS);
    }

    JdbcServer server() {
        return server;
    }

    Connections connections() {
        var guard = new FailoverGuard(server::inspect, Ticker.SYSTEM);
        return new PooledConnections(
                guard, pool(this::writer, guard, writers), pool(this::connect, guard, readers));
    }

    private SessionPool pool(SessionPool.Opener opener, SessionCheck check, int size) {
        return new SessionPool(opener, check, server.dialect(), size, Ticker.SYSTEM);
    }

    private Connection writer() throws SQLException {
        return setUp(
                connect(),
                connection -> {
                    run(connection, server.writerSettings());
                    connection.setAutoCommit(false);
                });
    }

    private Connection connect() throws SQLException {
        return setUp(
                logins.connect(),
                connection -> {
                    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                    run(connection, server.sessionSettings());
                });
    }

    @FunctionalInterface
    private interface Setup {
        void of(Connection connection) throws SQLException;
    }

    private static Connection setUp(Connection connection, Setup setup) throws SQLException {
        try {
            setup.of(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void run(Connection connection, List<String> settings) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var setting : settings) {
                statement.execute(setting);
            }
        }
    }
}
