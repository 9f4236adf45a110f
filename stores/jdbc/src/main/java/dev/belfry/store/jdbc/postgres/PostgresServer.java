package dev.belfry.store.jdbc.postgres;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.JdbcServer;
import dev.belfry.store.jdbc.Partitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How PostgreSQL is set up; docs/decisions/0016-postgresql.md says why. */
final class PostgresServer implements JdbcServer {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);

    /** The oldest one that still gets repairs, and that knows all settings below. */
    private static final int OLDEST_VERSION = 14;

    private static final String COUNT_PARTITIONS =
            "SELECT count(*) FROM pg_inherits WHERE inhparent = to_regclass('timers')";

    private final Partitions partitions;

    PostgresServer(Partitions partitions) {
        this.partitions = partitions;
    }

    static PostgresServer of(String url) {
        return new PostgresServer(Partitions.in(url));
    }

    @Override
    public Dialect dialect() {
        return new PostgresDialect();
    }

    /** In seconds. Statements are prepared at their first use, because sessions keep them. */
    @Override
    public Map<String, String> driverProperties() {
        return Map.of(
                "ApplicationName", "belfry",
                "connectTimeout", "2",
                "loginTimeout", "5",
                "socketTimeout", "10",
                "tcpKeepAlive", "true",
                "prepareThreshold", "1");
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
    public void requireUsable(Connection connection) throws SQLException {
        requireUsable(connection.getMetaData().getDatabaseMajorVersion(), settings(connection));
    }

    static void requireUsable(int version, Map<String, String> settings) {
        if (version < OLDEST_VERSION) {
            throw refusal("it is too old", "use PostgreSQL %d or newer".formatted(OLDEST_VERSION));
        }
        if (!settings.getOrDefault("server_encoding", "").equals("UTF8")) {
            throw refusal("its encoding is not UTF8", "create the database with ENCODING 'UTF8'");
        }
        if (isOn(settings, "in_hot_standby") || isOn(settings, "transaction_read_only")) {
            throw refusal(
                    "it takes no writes",
                    "name the primary, or all hosts with targetServerType=primary");
        }
        if (!isOn(settings, "fsync")) {
            throw refusal("fsync is off", "switch it on: a crash would destroy the database");
        }
        if (settings.getOrDefault("synchronous_commit", "").equals("off")) {
            throw refusal(
                    "synchronous_commit is off",
                    "switch it on for this role: a crash would lose timers that were acknowledged");
        }
        if (!isOn(settings, "full_page_writes")) {
            LOG.atWarn()
                    .log(
                            "full_page_writes is off: unless the file system never tears a page, a crash can destroy the database");
        }
    }

    private static Map<String, String> settings(Connection connection) throws SQLException {
        var settings = new HashMap<String, String>();
        try (var statement = connection.createStatement();
                var result =
                        statement.executeQuery(
                                """
                                SELECT name, setting FROM pg_settings
                                WHERE name IN ('server_encoding', 'in_hot_standby',
                                    'transaction_read_only', 'fsync', 'synchronous_commit',
                                    'full_page_writes')
                                """)) {
            while (result.next()) {
                settings.put(result.getString(1), result.getString(2));
            }
        }
        return settings;
    }

    private static boolean isOn(Map<String, String> settings, String name) {
        return settings.getOrDefault(name, "").equals("on");
    }

    private static StoreException.Rejected refusal(String why, String remedy) {
        return new StoreException.Rejected(
                "this PostgreSQL database can not be used, because %s; %s".formatted(why, remedy));
    }
}
