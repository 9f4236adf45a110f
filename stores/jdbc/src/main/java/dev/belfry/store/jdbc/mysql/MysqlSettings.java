package dev.belfry.store.jdbc.mysql;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.Inspection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The settings of a server that promises rest on. Immutable. */
final class MysqlSettings {
    /** MariaDB's default; the driver cuts what it sends at once into packets of this size. */
    static final int SMALLEST_PACKET = 16 << 20;

    /** Each of these keeps a server, or this session, from writing. */
    private static final List<String> READ_ONLY =
            List.of(
                    "read_only",
                    "super_read_only",
                    "innodb_read_only",
                    "tx_read_only",
                    "transaction_read_only",
                    "tidb_restricted_read_only",
                    "tidb_super_read_only");

    private static final List<String> IDENTITY =
            List.of("hostname", "port", "server_id", "server_uuid");

    private final Map<String, String> variables;
    private final Product product;

    MysqlSettings(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
        this.product = Product.of(version());
    }

    static MysqlSettings read(Connection connection) throws SQLException {
        var variables = new HashMap<String, String>();
        try (var statement = connection.createStatement();
                var result =
                        statement.executeQuery(
                                """
                                SHOW VARIABLES WHERE variable_name IN ('version', 'read_only',
                                    'super_read_only', 'innodb_read_only', 'tx_read_only',
                                    'transaction_read_only', 'tidb_restricted_read_only',
                                    'tidb_super_read_only', 'max_allowed_packet', 'log_bin',
                                    'binlog_format', 'sync_binlog', 'innodb_doublewrite',
                                    'innodb_flush_log_at_trx_commit', 'wsrep_on',
                                    'group_replication_single_primary_mode',
                                    'group_replication_consistency',
                                    'group_replication_group_name', 'server_uuid', 'server_id',
                                    'hostname', 'port')
                                """)) {
            while (result.next()) {
                variables.put(result.getString(1), result.getString(2));
            }
        }
        return new MysqlSettings(variables);
    }

    String version() {
        return variables.getOrDefault("version", "");
    }

    /** Any server of TiDB is as good as another; replicas of the others are not. */
    Inspection inspect() {
        requireUsable();
        var server =
                IDENTITY.stream()
                        .map(this::value)
                        .filter(value -> !value.isEmpty())
                        .collect(Collectors.joining(" "));
        return product == Product.TIDB
                ? new Inspection(product.title(), "", weaknesses())
                : new Inspection(server, history(server), weaknesses());
    }

    /** A replica that is promoted is another server, and all of a replication group are one. */
    private String history(String server) {
        var group = value("group_replication_group_name");
        return group.isEmpty() ? server : group;
    }

    void requireUsable() {
        requireVersion();
        if (READ_ONLY.stream().anyMatch(this::isNotOff)) {
            throw refusal("it takes no writes", "name the primary");
        }
        if (!variables.containsKey("max_allowed_packet")
                || Long.parseLong(value("max_allowed_packet")) < SMALLEST_PACKET) {
            throw refusal("max_allowed_packet is below 16 MiB", "raise it: payloads may be large");
        }
        if (product != Product.TIDB) {
            requireDurable();
            requireOneWriter();
        }
    }

    private void requireVersion() {
        var name = version().replaceFirst("^.*TiDB-v", "");
        if (Arrays.compare(numbers(name), numbers(product.oldest())) < 0) {
            throw refusal("it is too old", "use version %s or newer".formatted(product.oldest()));
        }
    }

    /** Major and minor version. */
    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[^0-9]+", -1))
                .filter(part -> !part.isEmpty())
                .limit(2)
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    /** A transaction that the binary log lost is undone when a crashed server recovers. */
    private void requireDurable() {
        if (!is("innodb_flush_log_at_trx_commit", "1")) {
            throw refusal(
                    "innodb_flush_log_at_trx_commit is not 1",
                    "set it to 1: a crash would lose timers that were acknowledged");
        }
        if (is("log_bin", "ON") && !is("sync_binlog", "1")) {
            throw refusal(
                    "it has a binary log and sync_binlog is not 1",
                    "set it to 1: a crash would lose timers that were acknowledged");
        }
        if (is("log_bin", "ON") && is("binlog_format", "STATEMENT")) {
            throw refusal("binlog_format is STATEMENT", "set it to ROW: READ COMMITTED needs it");
        }
    }

    private List<String> weaknesses() {
        return is("innodb_doublewrite", "OFF")
                ? List.of(
                        "innodb_doublewrite is off: unless the file system never tears a page, a crash can destroy the database")
                : List.of();
    }

    /** Row locks end at the server where they were taken, and these clusters write on several. */
    private void requireOneWriter() {
        if (is("wsrep_on", "ON")) {
            throw refusal("it is part of a Galera cluster", "use a primary with replicas");
        }
        if (is("group_replication_single_primary_mode", "OFF")) {
            throw refusal("its group has several primaries", "use single-primary mode");
        }
        if (is("group_replication_single_primary_mode", "ON")
                && is("group_replication_consistency", "EVENTUAL")) {
            throw refusal(
                    "group_replication_consistency is EVENTUAL",
                    "set it to BEFORE_ON_PRIMARY_FAILOVER: a new primary would show what is long gone");
        }
    }

    /** MariaDB has more words for it than ON. */
    private boolean isNotOff(String variable) {
        var value = value(variable);
        return !(value.isEmpty() || value.equalsIgnoreCase("OFF") || value.equals("0"));
    }

    private boolean is(String variable, String value) {
        return value(variable).equalsIgnoreCase(value);
    }

    private String value(String variable) {
        return variables.getOrDefault(variable, "");
    }

    private StoreException.Rejected refusal(String why, String remedy) {
        return new StoreException.Rejected(
                "this %s database can not be used, because %s; %s"
                        .formatted(product.title(), why, remedy));
    }
}
