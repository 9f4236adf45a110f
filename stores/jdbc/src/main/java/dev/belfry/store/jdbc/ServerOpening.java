package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.common.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The steps from a URL to a store on a server; docs/decisions/0015 says why these numbers. */
public final class ServerOpening {
    /** The engine's calls, and besides them beats, claims and pauses. */
    private static final int WRITERS = 10;

    /** Pages, and requests that read. */
    private static final int READERS = 6;

    private static final int PARALLEL_CALLS = 8;

    /** A commit has all that waits, whatever its shard: what comes meanwhile shares the next. */
    private static final int PARALLEL_COMMITS = 1;

    static final StoreLimits LIMITS =
            new StoreLimits(1_000, 8 << 20, 4_096, PARALLEL_CALLS, PARALLEL_COMMITS);

    private final Login login;
    private final JdbcServer server;

    /**
     * @param url as the driver wants it
     */
    public ServerOpening(String url, JdbcServer server) {
        this.login = new Login(url, server.driverProperties());
        this.server = server;
    }

    public TimerStore store() {
        login.look(server::inspect);
        schema().apply();
        login.look(server::requireTables);
        return storeAsItIs();
    }

    /** What the store needs; nothing is connected to. */
    public StoreSchema schema() {
        return server.schema(login.url());
    }

    /** A store on tables that are known to be there. */
    public TimerStore storeAsItIs() {
        return new JdbcTimerStore(server.dialect(), connections(), LIMITS);
    }

    JdbcServer server() {
        return server;
    }

    Connections connections() {
        var guard = new FailoverGuard(server::inspect);
        return new PooledConnections(
                guard, pool(this::writer, guard, WRITERS), pool(this::connect, guard, READERS));
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
                login.connect(),
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
