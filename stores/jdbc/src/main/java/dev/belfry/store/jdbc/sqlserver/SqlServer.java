package dev.belfry.store.jdbc.sqlserver;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.Inspection;
import dev.belfry.store.jdbc.JdbcServer;
import dev.belfry.store.jdbc.SqlErrors;
import dev.belfry.store.jdbc.VersionedScripts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** How SQL Server is set up; docs/decisions/0019-oracle-and-sql-server.md says why. */
public final class SqlServer implements JdbcServer {
    /** SQL Server 2017, the oldest one that still gets repairs. */
    private static final int OLDEST_VERSION = 14;

    private static final int FORCED = 2;

    static final String FACTS =
            """
            SELECT is_read_committed_snapshot_on, delayed_durability,
                CAST(DATABASEPROPERTYEX(name, 'Updateability') AS nvarchar(20)),
                HAS_PERMS_BY_NAME(NULL, NULL, 'ALTER ANY CONNECTION'),
                CAST(SERVERPROPERTY('ServerName') AS nvarchar(256))
            FROM sys.databases
            WHERE database_id = DB_ID()
            """;

    @Override
    public Dialect dialect() {
        return new SqlServerDialect();
    }

    /**
     * In seconds, the socket's in milliseconds. Sessions keep their statements. A connection that
     * ended is not opened again behind our back: the driver's commit succeeds where there is no
     * transaction any more.
     */
    @Override
    public Map<String, String> driverProperties() {
        return Map.of(
                "applicationName", "belfry",
                "connectRetryCount", "0",
                "loginTimeout", "5",
                "socketTimeout", "10000",
                "enablePrepareOnFirstPreparedStatementCall", "true");
    }

    /** A failed statement ends its transaction; nobody waits long for a lock. */
    @Override
    public List<String> sessionSettings() {
        return List.of("SET XACT_ABORT ON", "SET LOCK_TIMEOUT 200");
    }

    @Override
    public String migrations() {
        return "db/migration/sqlserver";
    }

    /**
     * Names compare by their bytes. Timers lie in order of position. Locks of rows never become one
     * of their table.
     */
    @Override
    public Map<String, String> clauses() {
        return Map.of(
                "binary", "COLLATE Latin1_General_100_BIN2",
                "clustered", "CLUSTERED",
                "rows_only", "SET (LOCK_ESCALATION = DISABLE)");
    }

    /** Flyway 13 has no module for SQL Server. */
    @Override
    public StoreSchema schema(String url) {
        return new VersionedScripts(
                url, migrations(), clauses(), new SqlErrors(dialect())::mayPass);
    }

    @Override
    public Inspection inspect(Connection connection) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(FACTS)) {
            result.next();
            var facts =
                    new Facts(
                            version,
                            result.getBoolean(1),
                            result.getInt(2),
                            result.getString(3),
                            result.getBoolean(4));
            return new Inspection(String.valueOf(result.getString(5)), "", weaknesses(facts));
        }
    }

    /** What is seen of a database. */
    record Facts(
            int version,
            boolean readsCommitted,
            int delayedDurability,
            String updateability,
            boolean mayKill) {}

    /** What a database may do, if it can be used. */
    static List<String> weaknesses(Facts facts) {
        if (facts.version() < OLDEST_VERSION) {
            throw refusal("it is too old", "use SQL Server 2017 or newer");
        }
        if (!facts.updateability().equals("READ_WRITE")) {
            throw refusal("it takes no writes", "name the primary, or the listener of its group");
        }
        if (facts.delayedDurability() == FORCED) {
            throw refusal(
                    "DELAYED_DURABILITY is FORCED",
                    "switch it off: a crash would lose timers that were acknowledged");
        }
        if (!facts.readsCommitted()) {
            throw refusal(
                    "its readers wait for writers",
                    "say ALTER DATABASE … SET READ_COMMITTED_SNAPSHOT ON");
        }
        return facts.mayKill()
                ? List.of()
                : List.of(
                        "the login has no ALTER ANY CONNECTION: a node that stops inside a transaction holds its shards until its session is ended by hand; docs/operations/sqlserver.md says more");
    }

    private static StoreException.Rejected refusal(String why, String remedy) {
        return new StoreException.Rejected(
                "this SQL Server database can not be used, because %s; %s".formatted(why, remedy));
    }
}
