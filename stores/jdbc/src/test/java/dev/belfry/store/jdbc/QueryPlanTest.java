package dev.belfry.store.jdbc;

import static java.util.Map.entry;
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
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No statement of the store reads a table from end to end, or sorts, whatever SQLite has seen. */
class QueryPlanTest {
    private static final Pattern SCAN_OF_A_TABLE =
            Pattern.compile(
                    "SCAN (timers|kept_timers|shards|nodes|records|record_kinds|timer_groups|[tksf])\\b.*");

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
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
                    INSERT INTO timers
                    SELECT max(1, i %% 100 - 36), i %% 977, randomblob(16), i, i, 0, 't' || i, i, 'http://a', 1,
                        NULL, 'p', iif(i %% 2, 'c', NULL), randomblob(16), NULL, 0, 0, randomblob(300), NULL, NULL
                    FROM n
                    """
                            .formatted(Integer.getInteger(KeptRows.PROPERTY, 5_000)));
            statement.execute(
                    """
                    INSERT INTO kept_timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url,
                        timeout_ms, headers, retry_policy, correlation_id, digest, last_error, created_at, updated_at, payload, schedule, attempt_log,
                        state, settled_at, keep_until)
                    SELECT *, 1 + rowid % 2, rowid % 99, rowid % 77 FROM timers
                    """);
        }
    }

    /** The index that a statement must seek in, unless it only inserts. */
    private static final Map<String, String> INDEXES =
            Map.ofEntries(
                    entry("page", "timers_by_position"),
                    entry("correlated", "timers_by_correlation"),
                    entry("browse", "timers_by_position"),
                    entry("kept", "kept_timers_by_settling"),
                    entry("keptCorrelated", "kept_timers_by_correlation"),
                    entry("expired", "kept_timers_by_end"),
                    entry("counts", "COVERING INDEX"),
                    entry("countsOfFailed", "COVERING INDEX kept_timers_by_settling"),
                    entry("entry", "timers_by_uuid"),
                    entry("entries", "timers_by_uuid"),
                    entry("delete", "timers_by_"),
                    entry("move", "timers_by_"),
                    entry("update", "timers_by_"),
                    entry("forget", "kept_timers_by_uuid"),
                    entry("insert", ""),
                    entry("keep", ""),
                    entry("fence", "INTEGER PRIMARY KEY"),
                    entry("lock", "INTEGER PRIMARY KEY"),
                    entry("shards", "INTEGER PRIMARY KEY"),
                    entry("claim", "INTEGER PRIMARY KEY"),
                    entry("mark", "INTEGER PRIMARY KEY"),
                    entry("group", "PRIMARY KEY"),
                    entry("beat", "PRIMARY KEY"));

    static Stream<HotStatements.HotStatement> statements() {
        return new HotStatements(new SqliteDialect()).all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statements")
    void everyStatementSeeksItsRows(HotStatements.HotStatement statement) throws SQLException {
        for (var database : List.of(empty, filled, analyzed)) {
            var plan = plan(database, statement.sql());
            assertThat(plan).noneMatch(step -> SCAN_OF_A_TABLE.matcher(step).matches());
            assertThat(plan).noneMatch(step -> step.contains("TEMP B-TREE"));
            assertThat(plan).noneMatch(step -> step.contains("AUTOMATIC"));
            assertThat(String.join("\n", plan))
                    .contains(Objects.requireNonNull(INDEXES.get(statement.name())));
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
