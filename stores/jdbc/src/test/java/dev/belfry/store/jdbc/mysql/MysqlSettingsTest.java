package dev.belfry.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlSettingsTest {
    private static final String MYSQL = "8.0.40";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.0.15",
                "8.4.3",
                "9.7.0",
                "10.6.20-MariaDB",
                "10.11.18-MariaDB-0+deb12u1",
                "12.1.2-MariaDB",
                "5.7.25-TiDB-v6.5.0",
                "8.0.11-TiDB-v8.5.1"
            })
    void aServerThatKeepsPromisesIsTaken(String version) {
        assertThatCode(() -> settings(version, Map.of()).requireUsable())
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.7.44-log", "10.5.28-MariaDB", "5.7.25-TiDB-v5.4.3"})
    void anOldServerIsRefused(String version) {
        assertThatThrownBy(() -> settings(version, Map.of()).requireUsable())
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("too old");
    }

    @ParameterizedTest
    @CsvSource({
        "innodb_flush_log_at_trx_commit, 2, lose timers",
        "sync_binlog, 0, lose timers",
        "binlog_format, STATEMENT, READ COMMITTED",
        "read_only, ON, name the primary",
        "read_only, 1, name the primary",
        "read_only, NO_LOCK, name the primary",
        "read_only, NO_LOCK_NO_ADMIN, name the primary",
        "super_read_only, ON, name the primary",
        "innodb_read_only, ON, name the primary",
        "transaction_read_only, ON, name the primary",
        "tidb_super_read_only, ON, name the primary",
        "max_allowed_packet, 4194304, raise it",
        "wsrep_on, ON, Galera",
        "group_replication_single_primary_mode, OFF, single-primary"
    })
    void aSettingThatBreaksAPromiseIsRefusedWithItsRemedy(
            String name, String value, String remedy) {
        assertThatThrownBy(() -> settings(MYSQL, Map.of(name, value)).requireUsable())
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("this MySQL database")
                .hasMessageContaining(remedy);
    }

    /** A primary that was elected a moment ago may not have applied what the former one took. */
    @Test
    void aGroupWhoseNewPrimaryMayShowOldRowsIsRefused() {
        var group = Map.of("group_replication_single_primary_mode", "ON");
        assertThatCode(settings(MYSQL, group)::requireUsable).doesNotThrowAnyException();
        var eventual = new HashMap<>(group);
        eventual.put("group_replication_consistency", "EVENTUAL");
        assertThatThrownBy(settings(MYSQL, eventual)::requireUsable)
                .hasMessageContaining("BEFORE_ON_PRIMARY_FAILOVER");
    }

    @Test
    void anotherServerHasAnotherName() {
        var one = settings(MYSQL, Map.of("server_uuid", "one")).inspect().server();
        assertThat(one).isEqualTo(settings(MYSQL, Map.of("server_uuid", "one")).inspect().server());
        assertThat(one)
                .isNotEqualTo(settings(MYSQL, Map.of("server_uuid", "two")).inspect().server());
    }

    /** There is nothing that a careless setting could lose. */
    @ParameterizedTest
    @CsvSource({"sync_binlog, 0", "binlog_format, STATEMENT"})
    void aBinaryLogThatIsOffMayBeSetAsItLikes(String name, String value) {
        var settings = settings(MYSQL, Map.of(name, value, "log_bin", "OFF"));
        assertThatCode(settings::requireUsable).doesNotThrowAnyException();
    }

    private static MysqlSettings settings(String version, Map<String, String> changed) {
        var all =
                new HashMap<>(
                        Map.of(
                                "version", version,
                                "read_only", "OFF",
                                "max_allowed_packet", "67108864",
                                "log_bin", "ON",
                                "binlog_format", "ROW",
                                "sync_binlog", "1",
                                "innodb_flush_log_at_trx_commit", "1"));
        all.putAll(changed);
        return new MysqlSettings(all);
    }
}
