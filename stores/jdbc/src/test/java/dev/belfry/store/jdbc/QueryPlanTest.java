package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.sqlite.SqliteDialect;
import dev.belfry.store.jdbc.sqlite.SqliteStoreProvider;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No statement of the store reads a table from end to end, or sorts, whatever SQLite has seen. */
class QueryPlanTest {
    private static final Pattern SCAN_OF_A_TABLE =
            Pattern.compile(
                    "SCAN (timers|kept_timers|shards|nodes|pauses|timer_groups|[tksf])\\b.*");

    @TempDir static Path folder;

    private static Connection empty;
    private static Connection filled;
    private static Connection analyzed;

    @BeforeAll
    static void fill() throws SQLException {
        empty = database("empty.db");
        filled = database("filled.db");
        fill(filled);
        analyzed = database("analyzed.db");
        fill(analyzed);
        analyzed.createStatement().execute("ANALYZE");
    }

    @AfterAll
    static void close() throws SQLException {
        empty.close();
        filled.close();
        analyzed.close();
    }

    private static Connection database(String name) throws SQLException {
        var file = folder.resolve(name);
        new SqliteStoreProvider().open("sqlite:" + file).close();
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    /** Many shards, one of them with most of the timers, and all correlated by one id. */
    private static void fill(Connection database) throws SQLException {
        try (var statement = database.createStatement()) {
            statement.execute(
                    """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4096)
                    INSERT INTO shards SELECT i, 0, 0, NULL, NULL, 0, NULL FROM n
                    """);
            statement.execute(
                    """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                    INSERT INTO timers
                    SELECT max(1, i % 100 - 36), i % 977, randomblob(16), i, i, 0, 't' || i, i, 'http://a', 1,
                        NULL, 'p', iif(i % 2, 'c', NULL), randomblob(16), NULL, 0, 0, randomblob(300)
                    FROM n
                    """);
            statement.execute(
                    "INSERT INTO kept_timers SELECT *, 1 + rowid % 2, rowid % 99, rowid % 77 FROM timers");
        }
    }

    /** The names of statements and the indexes they use. */
    private static final Map<String, String> INDEXES =
            Map.ofEntries(
                    Map.entry("page", "timers_by_position"),
                    Map.entry("correlated", "timers_by_correlation"),
                    Map.entry("browse", "timers_by_position"),
                    Map.entry("kept", "kept_timers_by_settling"),
                    Map.entry("expired", "kept_timers_by_end"),
                    Map.entry("counts", "COVERING INDEX"),
                    Map.entry("entry", "timers_by_uuid"),
                    Map.entry("entries", "timers_by_uuid"),
                    Map.entry("delete", "timers_by_"),
                    Map.entry("move", "timers_by_"),
                    Map.entry("update", "timers_by_"),
                    Map.entry("forget", "kept_timers_by_uuid"),
                    Map.entry("insert", ""),
                    Map.entry("keep", ""),
                    Map.entry("fence", "INTEGER PRIMARY KEY"),
                    Map.entry("lock", "INTEGER PRIMARY KEY"),
                    Map.entry("shards", "INTEGER PRIMARY KEY"),
                    Map.entry("claim", "INTEGER PRIMARY KEY"),
                    Map.entry("mark", "INTEGER PRIMARY KEY"),
                    Map.entry("group", "PRIMARY KEY"),
                    Map.entry("beat", "PRIMARY KEY"));

    static Stream<Arguments> statements() {
        return Statements.of(new SqliteDialect(), 1_024, 64).entrySet().stream()
                .filter(statement -> INDEXES.containsKey(statement.getKey()))
                .map(
                        statement ->
                                Arguments.of(
                                        statement.getKey(),
                                        statement.getValue(),
                                        INDEXES.get(statement.getKey())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statements")
    void everyStatementSeeksItsRows(String name, String sql, String index) throws SQLException {
        for (var database : List.of(empty, filled, analyzed)) {
            var plan = plan(database, sql);
            assertThat(plan).noneMatch(step -> SCAN_OF_A_TABLE.matcher(step).matches());
            assertThat(plan).noneMatch(step -> step.contains("TEMP B-TREE"));
            assertThat(plan).noneMatch(step -> step.contains("AUTOMATIC"));
            assertThat(String.join("\n", plan)).contains(index);
        }
    }

    private static List<String> plan(Connection database, String sql) throws SQLException {
        try (var statement = database.prepareStatement("EXPLAIN QUERY PLAN " + sql);
                var rows = statement.executeQuery()) {
            var plan = new ArrayList<String>();
            while (rows.next()) {
                plan.add(rows.getString("detail"));
            }
            return plan;
        }
    }
}
