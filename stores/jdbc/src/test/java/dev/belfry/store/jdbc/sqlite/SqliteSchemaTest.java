package dev.belfry.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteSchemaTest {
    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("belfry.db");
    }

    private SqliteSchema schema() {
        return new SqliteSchema(file());
    }

    @Test
    void aFileThatIsMissingIsRefusedAndNotMade() {
        assertThatThrownBy(() -> schema().check())
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("belfry schema apply");
        assertThat(file()).doesNotExist();
    }

    @Test
    void whatWasAppliedPassesAlsoWhileANodeHasTheFile() {
        schema().apply();
        assertThat(schema().check()).isEqualTo(schema().steps().getLast().version());
        try (var _ = SqliteStoreProvider.open(file())) {
            assertThat(schema().check()).isEqualTo(schema().steps().getLast().version());
        }
    }

    @Test
    void theStatementsByThemselvesMakeWhatANodeTakes() throws SQLException {
        run(Integer.MAX_VALUE);
        assertThat(schema().check()).isEqualTo(schema().steps().getLast().version());
        SqliteStoreProvider.open(file()).close();
    }

    @Test
    void anOlderSchemaIsRefusedWithWhatItLacks() throws SQLException {
        run(3);
        assertThatThrownBy(() -> schema().check())
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("version 3")
                .hasMessageContaining("--after 3");
    }

    private void run(int until) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            for (var step : schema().steps()) {
                if (step.version() <= until) {
                    statement.executeUpdate(step.text());
                }
            }
        }
    }
}
