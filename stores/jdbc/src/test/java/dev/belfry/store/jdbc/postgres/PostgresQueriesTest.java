package dev.belfry.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the manual gives a DBA runs on the tables that there are. */
@Tag("contract")
class PostgresQueriesTest {
    private final PostgresSchema schema = PostgresSchema.SHARED.fresh();

    @BeforeEach
    void makeTables() throws SQLException {
        new PostgresStoreProvider().schema(schema.url()).apply();
    }

    private static Path manual(String name) {
        var root = Objects.requireNonNull(TestServer.script("database").getParent()).getParent();
        return Objects.requireNonNull(root).resolve("docs/operations").resolve(name);
    }

    private List<String> headings(String query) throws SQLException {
        try (var connection = schema.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET search_path = " + schema.name());
            try (var result = statement.executeQuery(query)) {
                var headings = new ArrayList<String>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    headings.add(result.getMetaData().getColumnLabel(i));
                }
                return headings;
            }
        }
    }

    @Test
    void eachQueryOfTheFileRuns() throws IOException, SQLException {
        var queries = Files.readString(manual("postgresql-queries.sql")).split(";\n");
        assertThat(queries).hasSize(7);
        for (var query : queries) {
            assertThat(headings(query)).isNotEmpty();
        }
    }

    @Test
    void tablesTakeTheSettingsOfThePage() throws IOException, SQLException {
        try (Stream<String> lines = Files.lines(manual("postgresql.md"))) {
            var settings = lines.filter(line -> line.startsWith("ALTER TABLE ")).toList();
            assertThat(settings).hasSize(4);
            for (var setting : settings) {
                schema.run("SET search_path = " + schema.name(), setting);
            }
        }
    }
}
