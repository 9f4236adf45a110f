package dev.belfry.store.jdbc.standin;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerOpening;
import dev.belfry.store.jdbc.TestDatabase;
import dev.belfry.store.jdbc.oracle.OracleServer;
import dev.belfry.store.jdbc.sqlserver.SqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/** A database of H2 in memory that stands in for a server which can not be had here. */
public final class StandinDatabase implements TestDatabase {
    private final String mode;
    private final StandinServer server;
    private final String name = UUID.randomUUID().toString();

    private StandinDatabase(String mode, StandinServer server) {
        this.mode = mode;
        this.server = server;
    }

    /** With its tables. */
    public static StandinDatabase oracle() {
        return withTables("Oracle", new StandinServer(new OracleServer(), true));
    }

    /** With its tables. */
    public static StandinDatabase sqlServer() {
        return withTables("MSSQLServer", new StandinServer(new SqlServer(), false));
    }

    private static StandinDatabase withTables(String mode, StandinServer server) {
        var database = new StandinDatabase(mode, server);
        database.open().close();
        return database;
    }

    @Override
    public TestDatabase fresh() {
        return new StandinDatabase(mode, server);
    }

    /** H2 would give the result of a subquery again, though its parameters have changed. */
    private String url() {
        return "jdbc:h2:mem:%s;MODE=%s;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1;OPTIMIZE_REUSE_RESULTS=0"
                .formatted(name, mode);
    }

    @Override
    public TimerStore open() {
        return opening().store();
    }

    @Override
    public ServerOpening opening() {
        return new ServerOpening(url(), server);
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    @Override
    public String countOfWaiting() {
        return "SELECT count(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE blocker_id IS NOT NULL";
    }

    @Override
    public void cutConnections() throws SQLException {
        run(
                """
                SELECT ABORT_SESSION(session_id) FROM INFORMATION_SCHEMA.SESSIONS
                WHERE session_id <> SESSION_ID()
                """);
    }
}
