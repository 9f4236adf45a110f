package dev.belfry.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.contract.ClaimContract;
import dev.belfry.check.contract.CreateContract;
import dev.belfry.check.contract.KeptContract;
import dev.belfry.check.contract.RecordsContract;
import dev.belfry.check.contract.SettleContract;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.GrantList;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node whose role has the rights of docs/operations/postgresql.md and no others. */
@Tag("contract")
class PostgresRoleTest
        implements CreateContract, ClaimContract, SettleContract, KeptContract, RecordsContract {
    private final PostgresSchema schema = PostgresSchema.SHARED.fresh();
    private final String role = schema.name() + "_node";

    @BeforeEach
    void make() throws SQLException {
        schema.run("CREATE ROLE %s LOGIN PASSWORD 'secret'".formatted(role));
    }

    @AfterEach
    void drop() throws SQLException {
        schema.run("DROP OWNED BY " + role, "DROP ROLE " + role);
    }

    private String url() {
        return schema.url()
                        .replaceAll("[&]password=[^&]*", "")
                        .replaceFirst("user=[^&]*", "user=" + role)
                + "&password=secret";
    }

    @Override
    public TimerStore open() {
        try {
            new PostgresStoreProvider().schema(schema.url()).apply();
            grant();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return reopen();
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return reopen();
    }

    private TimerStore reopen() {
        return new PostgresStoreProvider().open(url());
    }

    private void grant() throws SQLException {
        for (var line : GrantList.of("postgresql.md")) {
            schema.run(
                    line.replace("belfry_node", role)
                            .replace("belfry.", schema.name() + ".")
                            .replace("SCHEMA belfry ", "SCHEMA " + schema.name() + " "));
        }
    }

    @Test
    void itStartsOnWhatItsOwnerMadeAndCanMakeNothing() throws SQLException {
        new PostgresStoreProvider().schema(schema.url()).apply();
        grant();
        assertThat(new PostgresStoreProvider().schema(url()).check()).isEqualTo(5);
        try (var store = new PostgresStoreProvider().open(url())) {
            assertThat(store.nodes().members().nodes()).isEmpty();
        }
        try (var connection = DriverManager.getConnection(url());
                var statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("CREATE TABLE other (id int)"))
                    .hasMessageContaining("permission denied");
        }
    }

    @Test
    void thePrintedStatementsMakeWhatANodeTakes() throws SQLException {
        schema.run("CREATE SCHEMA " + schema.name());
        for (var step : new PostgresStoreProvider().schema(schema.url()).steps()) {
            schema.run(step.text());
        }
        grant();
        assertThat(new PostgresStoreProvider().schema(url()).check()).isEqualTo(5);
        new PostgresStoreProvider().open(url()).close();
    }

    @Test
    void withoutASchemaItIsToldWhatToRun() {
        assertThatThrownBy(() -> new PostgresStoreProvider().schema(url()).check())
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("belfry schema apply");
    }
}
