package dev.belfry.store.jdbc.standin;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.SqlSchema;
import dev.belfry.store.jdbc.VersionedScripts;
import dev.belfry.store.jdbc.sqlserver.SqlServer;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class VersionedScriptsTest {
    private final StandinServer server = new StandinServer(new SqlServer(), false);
    private final String url =
            "jdbc:h2:mem:%s;MODE=MSSQLServer;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1"
                    .formatted(UUID.randomUUID());

    private void migrate() {
        new VersionedScripts(url, server.migrations(), server.clauses(), _ -> false).apply();
    }

    @Test
    void flywayCanTakeOver() {
        migrate();
        assertThatCode(() -> new SqlSchema(url, server).apply()).doesNotThrowAnyException();
    }

    @Test
    void aScriptThatWasChangedAfterwardsIsRefused() throws SQLException {
        migrate();
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute("UPDATE flyway_schema_history SET checksum = checksum + 1");
        }
        assertThatThrownBy(this::migrate)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("V1__timers.sql");
    }
}
