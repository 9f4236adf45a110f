package dev.belfry.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.Partitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What opening a store on PostgreSQL looks at. */
@Tag("contract")
class PostgresOpeningTest {
    private static final PostgresServer.Facts USABLE = facts(14, "UTF8", false, true, "on");

    private static PostgresServer.Facts facts(
            int version, String encoding, boolean readOnly, boolean syncs, String commits) {
        return new PostgresServer.Facts(version, encoding, readOnly, syncs, commits, true);
    }

    private final PostgresSchema schema = PostgresSchema.SHARED.fresh();

    @ParameterizedTest
    @CsvSource({
        "13, UTF8, false, true, on, too old",
        "15, LATIN1, false, true, on, encoding",
        "15, UTF8, true, true, on, takes no writes",
        "15, UTF8, false, false, on, fsync is off",
        "15, UTF8, false, true, off, synchronous_commit is off"
    })
    void aSettingThatBreaksAPromiseIsRefused(
            int version,
            String encoding,
            boolean readOnly,
            boolean syncs,
            String commits,
            String why) {
        var facts = facts(version, encoding, readOnly, syncs, commits);
        assertThatThrownBy(() -> PostgresServer.weaknesses(facts))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining(why);
    }

    @Test
    void pagesThatMayTearAreAWeakness() {
        assertThat(PostgresServer.weaknesses(USABLE)).isEmpty();
        assertThat(
                        PostgresServer.weaknesses(
                                new PostgresServer.Facts(15, "UTF8", false, true, "on", false)))
                .singleElement()
                .asString()
                .startsWith("full_page_writes is off");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "&options=-c%20synchronous_commit=off",
                "&options=-c%20default_transaction_read_only=on"
            })
    void aSessionOfTheRealServerWithSuchASettingIsRefused(String parameters) {
        assertThatThrownBy(() -> schema.openWith(parameters))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("can not be used");
    }

    @Test
    void theClockOfTheDatabaseIsTheSameInEveryTimeZone() {
        try (var here = schema.open();
                var there = schema.openWith("&options=-c%20TimeZone=Pacific/Kiritimati")) {
            var first = here.nodes().members().storeClock();
            var second = there.nodes().members().storeClock();
            assertThat(second).isBetween(first, first.plusSeconds(60));
        }
    }

    @Test
    void aSchemaThatIsBeingMadeWhenTheConnectionIsCutIsUnavailable() throws Exception {
        try (var threads = Executors.newCachedThreadPool();
                var other = schema.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("CREATE SCHEMA " + schema.name());
            Callable<TimerStore> open = schema::open;
            var opening = threads.submit(open);
            awaitWaiting(other);
            schema.cutConnections();
            assertThatThrownBy(opening::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(StoreException.Unavailable.class);
        }
    }

    /** Those who beat would wait behind it, and lose their proof of life. */
    @Test
    void anUpgradeDoesNotWaitForSomebodyWhoReadsForLong() throws Exception {
        schema.open().close();
        try (var reader = schema.connect()) {
            reader.createStatement().execute("SET search_path = " + schema.name());
            reader.createStatement()
                    .execute(
                            "ALTER TABLE nodes DROP COLUMN software, DROP COLUMN protocol;"
                                    + "ALTER TABLE timers DROP COLUMN schedule, DROP COLUMN attempt_log;"
                                    + "ALTER TABLE kept_timers DROP COLUMN schedule, DROP COLUMN attempt_log;"
                                    + "DROP INDEX kept_timers_by_correlation;"
                                    + "DROP TABLE records, record_kinds;"
                                    + "CREATE TABLE pauses (group_id text, since bigint, reason text);"
                                    + "DELETE FROM flyway_schema_history WHERE version > '1'");
            reader.setAutoCommit(false);
            reader.createStatement().execute("SELECT 1 FROM nodes");

            assertThatThrownBy(schema::open)
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("lock timeout");
        }
        schema.open().close();
    }

    /** Until the migration waits for the other one. */
    private void awaitWaiting(Connection connection) throws SQLException {
        try (var statement =
                connection.prepareStatement(
                        "SELECT 1 FROM pg_stat_activity WHERE application_name = ?"
                                + " AND wait_event_type = 'Lock'")) {
            statement.setString(1, schema.name());
            boolean waits = false;
            while (!waits) {
                try (var result = statement.executeQuery()) {
                    waits = result.next();
                }
                connection.createStatement().execute("SELECT pg_stat_clear_snapshot()");
            }
        }
    }

    @Test
    void theNumberOfPartitionsIsRememberedAndNotChanged() {
        schema.openWith("&partitions=4").close();

        schema.open().close();
        schema.openWith("&partitions=4").close();
        assertThatThrownBy(() -> schema.openWith("&partitions=8"))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("4 partitions and can not get 8");
        assertThatThrownBy(() -> schema.openWith("&partitions=0"))
                .isInstanceOf(StoreException.Rejected.class);
    }

    @Test
    void tablesWithoutPartitionsGetNone() {
        schema.open().close();

        assertThatThrownBy(() -> schema.openWith("&partitions=4"))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("0 partitions and can not get 4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "65", "many", "9999999999"})
    void aNumberOfPartitionsThatIsNoneIsRefused(String number) {
        assertThatThrownBy(() -> Partitions.in("jdbc:postgresql:x?partitions=" + number))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("partitions=" + number);
    }
}
