package dev.belfry.store.jdbc.oracle;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.Inspection;
import dev.belfry.store.jdbc.JdbcServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** How Oracle is set up; docs/decisions/0019-oracle-and-sql-server.md says why. */
public final class OracleServer implements JdbcServer {
    /** The oldest one that still gets repairs. */
    private static final int OLDEST_VERSION = 19;

    /** What everybody may ask. */
    static final String FACTS =
            """
            SELECT
                (SELECT value FROM nls_database_parameters WHERE parameter = 'NLS_CHARACTERSET'),
                SYS_CONTEXT('USERENV', 'DATABASE_ROLE'),
                (SELECT count(*) FROM all_objects
                    WHERE object_name = 'BELFRY_END_STOPPED' AND object_type IN ('PROCEDURE', 'SYNONYM')),
                SYS_CONTEXT('USERENV', 'DB_UNIQUE_NAME')
            FROM dual
            """;

    @Override
    public Dialect dialect() {
        return new OracleDialect();
    }

    /** In milliseconds. Large objects come with their rows, without a round trip each. */
    @Override
    public Map<String, String> driverProperties() {
        return Map.of(
                "v$session.program", "belfry",
                "oracle.net.CONNECT_TIMEOUT", "2000",
                "oracle.jdbc.ReadTimeout", "10000",
                "oracle.net.keepAlive", "true",
                "oracle.jdbc.defaultLobPrefetchSize", "65536",
                "defaultRowPrefetch", "100");
    }

    /**
     * A commit is on the disk when it returns, whatever the database's own settings. Plans follow
     * from the keys: every statement is made for its index, and statistics may be old.
     */
    @Override
    public List<String> sessionSettings() {
        return List.of(
                "ALTER SESSION SET COMMIT_LOGGING = 'IMMEDIATE'",
                "ALTER SESSION SET COMMIT_WAIT = 'FORCE_WAIT'",
                "ALTER SESSION SET NLS_COMP = 'BINARY'",
                "ALTER SESSION SET NLS_SORT = 'BINARY'",
                "ALTER SESSION SET OPTIMIZER_MODE = FIRST_ROWS_100",
                "ALTER SESSION SET OPTIMIZER_INDEX_CACHING = 100",
                "ALTER SESSION SET OPTIMIZER_INDEX_COST_ADJ = 1");
    }

    @Override
    public String migrations() {
        return "db/migration/oracle";
    }

    /**
     * Small tables lie in their key's index. Many nodes lock rows of the same block of shards,
     * which needs room for the names of their transactions. Payloads lie in their row while they
     * are short.
     */
    @Override
    public Map<String, String> clauses() {
        return Map.of(
                "by_key", "ORGANIZATION INDEX",
                "crowded", "PCTFREE 50 INITRANS 16",
                "payload_inline",
                        "LOB (payload) STORE AS SECUREFILE (ENABLE STORAGE IN ROW CACHE)");
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
                            result.getString(1),
                            result.getString(2),
                            result.getInt(3) > 0);
            return new Inspection(String.valueOf(result.getString(4)), "", weaknesses(facts));
        }
    }

    /** What is seen of a database. */
    record Facts(int version, String encoding, String role, boolean endsStopped) {}

    /** What a database may do, if it can be used. */
    static List<String> weaknesses(Facts facts) {
        if (facts.version() < OLDEST_VERSION) {
            throw refusal("it is too old", "use Oracle %dc or newer".formatted(OLDEST_VERSION));
        }
        if (!facts.encoding().equals("AL32UTF8")) {
            throw refusal("its character set is " + facts.encoding(), "create it with AL32UTF8");
        }
        if (!facts.role().equals("PRIMARY")) {
            throw refusal(
                    "it is a standby (%s)".formatted(facts.role()),
                    "name a service that runs on the primary only");
        }
        return facts.endsStopped()
                ? List.of()
                : List.of(
                        "there is no procedure belfry_end_stopped: a node that stops inside a transaction holds its shards until its session is ended by hand; docs/operations/oracle.md says how to make it");
    }

    private static StoreException.Rejected refusal(String why, String remedy) {
        return new StoreException.Rejected(
                "this Oracle database can not be used, because %s; %s".formatted(why, remedy));
    }
}
