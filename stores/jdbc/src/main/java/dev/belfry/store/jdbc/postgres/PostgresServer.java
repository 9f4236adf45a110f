package dev.belfry.store.jdbc.postgres;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.Inspection;
import dev.belfry.store.jdbc.JdbcServer;
import dev.belfry.store.jdbc.Partitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How PostgreSQL is set up; docs/decisions/0016-postgresql.md says why. */
final class PostgresServer implements JdbcServer {
    /** The oldest one that still gets repairs, and that knows all settings below. */
    private static final int OLDEST_VERSION = 14;

    private static final String COUNT_PARTITIONS =
            "SELECT count(*) FROM pg_inherits WHERE inhparent = to_regclass('timers')";

    /**
     * A server is named by its start: no two have the same one, and none keeps it for long. Its
     * history is named by the timeline, which each promotion and each restore to a point in time
     * raises; Aurora, whose servers share one storage, shows none.
     */
    private static final String FACTS =
            """
            SELECT CAST(current_setting('server_version_num') AS int) / 10000,
                current_setting('server_encoding'),
                pg_is_in_recovery() OR CAST(current_setting('transaction_read_only') AS boolean),
                CAST(current_setting('fsync') AS boolean),
                current_setting('synchronous_commit'),
                CAST(current_setting('full_page_writes') AS boolean),
                concat(inet_server_addr(), ' ', inet_server_port(), ' since ',
                    pg_postmaster_start_time()),
                concat((SELECT system_identifier FROM pg_control_system()), ' ',
                    CASE WHEN pg_is_in_recovery() OR to_regproc('aurora_version') IS NOT NULL
                        THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END)
            """;

    private final Partitions partitions;
    private final boolean hasSeveralHosts;

    private PostgresServer(Partitions partitions, boolean hasSeveralHosts) {
        this.partitions = partitions;
        this.hasSeveralHosts = hasSeveralHosts;
    }

    static PostgresServer of(String url) {
        return new PostgresServer(Partitions.in(url), url.matches("[^?]*//[^/?]*,.*"));
    }

    @Override
    public Dialect dialect() {
        return new PostgresDialect();
    }

    /**
     * In seconds. Statements are prepared at their first use, because sessions keep them. Of
     * several hosts the primary is meant, and what the driver remembers of them soon gets old.
     */
    @Override
    public Map<String, String> driverProperties() {
        return Map.of(
                "ApplicationName", "belfry",
                "connectTimeout", "2",
                "loginTimeout", "5",
                "socketTimeout", "10",
                "tcpKeepAlive", "true",
                "prepareThreshold", "1",
                "hostRecheckSeconds", "1",
                "targetServerType", hasSeveralHosts ? "primary" : "any");
    }

    /**
     * A server ends what a node no longer waits for, and a transaction whose node has stopped.
     * Plans follow from the keys, not from statistics that may be old: every statement is made for
     * its index.
     */
    @Override
    public List<String> sessionSettings() {
        return List.of(
                """
                SET idle_in_transaction_session_timeout = '2s';
                SET statement_timeout = '9s';
                SET lock_timeout = '200ms';
                SET plan_cache_mode = force_generic_plan;
                SET enable_seqscan = off;
                SET enable_hashjoin = off;
                SET enable_mergejoin = off;
                SET enable_bitmapscan = off;
                SET enable_memoize = off;
                SET jit = off
                """);
    }

    @Override
    public Optional<String> migrationSettings() {
        return Optional.of("SET lock_timeout = '500ms'");
    }

    @Override
    public String migrations() {
        return "db/migration/postgres";
    }

    @Override
    public Map<String, String> clauses() {
        return Map.of("partitions", Integer.toString(partitions.count()));
    }

    @Override
    public void requireTables(Connection connection) throws SQLException {
        partitions.require(count(connection));
    }

    private static int count(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(COUNT_PARTITIONS)) {
            result.next();
            return result.getInt(1);
        }
    }

    @Override
    public Inspection inspect(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(FACTS)) {
            result.next();
            var facts =
                    new Facts(
                            result.getInt(1),
                            result.getString(2),
                            result.getBoolean(3),
                            result.getBoolean(4),
                            result.getString(5),
                            result.getBoolean(6));
            return new Inspection(result.getString(7), result.getString(8), weaknesses(facts));
        }
    }

    /** What is seen of a server. */
    record Facts(
            int version,
            String encoding,
            boolean isReadOnly,
            boolean syncs,
            String synchronousCommit,
            boolean writesFullPages) {}

    /** What a server may lose, if it can be used. */
    static List<String> weaknesses(Facts facts) {
        if (facts.version() < OLDEST_VERSION) {
            throw refusal("it is too old", "use PostgreSQL %d or newer".formatted(OLDEST_VERSION));
        }
        if (!facts.encoding().equals("UTF8")) {
            throw refusal("its encoding is not UTF8", "create the database with ENCODING 'UTF8'");
        }
        if (facts.isReadOnly()) {
            throw refusal(
                    "it takes no writes",
                    "name the primary, or all hosts with targetServerType=primary");
        }
        if (!facts.syncs()) {
            throw refusal("fsync is off", "switch it on: a crash would destroy the database");
        }
        if (facts.synchronousCommit().equals("off")) {
            throw refusal(
                    "synchronous_commit is off",
                    "switch it on for this role: a crash would lose timers that were acknowledged");
        }
        return facts.writesFullPages()
                ? List.of()
                : List.of(
                        "full_page_writes is off: unless the file system never tears a page, a crash can destroy the database");
    }

    private static StoreException.Rejected refusal(String why, String remedy) {
        return new StoreException.Rejected(
                "this PostgreSQL database can not be used, because %s; %s".formatted(why, remedy));
    }
}
