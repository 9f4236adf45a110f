package dev.belfry.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreAccess;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A password that is changed while a store is open. */
@Tag("contract")
class PostgresPasswordTest {
    private static final PostgresSchema SCHEMA = PostgresSchema.SHARED;

    private final String role = "r" + UUID.randomUUID().toString().replace("-", "");
    private final AtomicReference<String> url = new AtomicReference<>("");

    @BeforeEach
    void makeRole() throws SQLException {
        run("CREATE ROLE %s LOGIN PASSWORD 'first'", role);
        run("GRANT USAGE ON SCHEMA %s TO %s", SCHEMA.name(), role);
        run("GRANT ALL ON ALL TABLES IN SCHEMA %s TO %s", SCHEMA.name(), role);
        url.set(urlWith("first"));
    }

    @AfterEach
    void dropRole() throws SQLException {
        run("DROP OWNED BY %s", role);
        run("DROP ROLE %s", role);
    }

    private static void run(String statement, Object... names) throws SQLException {
        SCHEMA.run(statement.formatted(names));
    }

    private String urlWith(String password) {
        return SCHEMA.url()
                .replaceFirst("user=[^&]*", "user=" + role)
                .replaceFirst("password=[^&]*", "password=" + password);
    }

    private void change() throws SQLException {
        run("ALTER ROLE %s PASSWORD 'second'", role);
        run(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '%s'",
                role);
    }

    /** A connection that was used a moment ago is not looked at before its next use. */
    private static void noticeTheCut(TimerStore store) {
        try {
            var _ = store.nodes().members();
        } catch (StoreException.Unavailable _) {
            assertThat(store.refusal()).isEmpty();
        }
    }

    @Test
    void aPasswordThatIsRefusedIsReadAgain() throws SQLException {
        var access = new StoreAccess(url::get, StoreAccess.USUAL_CONNECTIONS);
        try (var store = new PostgresStoreProvider().open(access)) {
            assertThat(store.nodes().members().nodes()).isEmpty();

            url.set(urlWith("second"));
            change();
            noticeTheCut(store);

            assertThat(store.nodes().members().nodes()).isEmpty();
        }
    }

    @Test
    void aPasswordThatStaysWrongIsUnavailableUntilItIsRight() throws SQLException {
        var access = new StoreAccess(url::get, StoreAccess.USUAL_CONNECTIONS);
        try (var store = new PostgresStoreProvider().open(access)) {
            noticeTheCut(store);
            change();
            noticeTheCut(store);
            assertThatThrownBy(() -> store.nodes().members())
                    .isInstanceOf(StoreException.Unavailable.class);
            url.set(urlWith("wrong"));
            assertThatThrownBy(() -> store.nodes().members())
                    .isInstanceOf(StoreException.Unavailable.class);

            url.set(urlWith("second"));

            assertThat(store.nodes().members().nodes()).isEmpty();
        }
    }

    @Test
    void asManyConnectionsAreUsedAsWereGiven() {
        try (var store = new PostgresStoreProvider().open(new StoreAccess(url::get, 24))) {
            assertThat(store.pools()).extracting("name").containsExactly("writers", "readers");
            assertThat(store.pools()).extracting("size").containsExactly(15, 9);
        }
        assertThatThrownBy(() -> new StoreAccess(url::get, 7))
                .hasMessageContaining("store.connections");
    }
}
