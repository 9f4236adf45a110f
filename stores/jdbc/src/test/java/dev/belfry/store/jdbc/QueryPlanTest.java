package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.TimerState;
import dev.belfry.store.jdbc.sqlite.SqliteDialect;
import dev.belfry.store.jdbc.sqlite.SqliteStoreProvider;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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

    static Stream<Arguments> statements() {
        var dialect = new SqliteDialect();
        return Stream.of(
                Arguments.of("page", PendingTimers.PAGE, "timers_by_position"),
                Arguments.of("correlated", PendingTimers.CORRELATED, "timers_by_correlation"),
                Arguments.of(
                        "browse",
                        dialect.firstOfShards(PendingTimers.FIRST).orElseThrow(),
                        "timers_by_position"),
                Arguments.of(
                        "kept",
                        dialect.firstOfShards(KeptTimers.latest(TimerState.FAILED)).orElseThrow(),
                        "kept_timers_by_settling"),
                Arguments.of("expired", KeptTimers.EXPIRED, "kept_timers_by_end"),
                Arguments.of("counts", Counting.COUNTS, "COVERING INDEX"),
                Arguments.of("entry", entries(1, 1), "timers_by_uuid"),
                Arguments.of("entries", entries(1_024, 1_024), "timers_by_uuid"),
                Arguments.of("delete", dialect.change(EntryWriter.DELETE), "timers_by_"),
                Arguments.of("move", dialect.change(EntryWriter.MOVE), "timers_by_"),
                Arguments.of("update", dialect.change(EntryWriter.UPDATE), "timers_by_"),
                Arguments.of("forget", dialect.change(EntryWriter.FORGET), "kept_timers_by_uuid"),
                Arguments.of("insert", dialect.change(EntryWriter.INSERT), ""),
                Arguments.of("keep", dialect.change(EntryWriter.KEEP), ""),
                Arguments.of("fence", dialect.fenced(shards()), "INTEGER PRIMARY KEY"),
                Arguments.of("lock", dialect.locked(shards()), "INTEGER PRIMARY KEY"),
                Arguments.of("shards", ShardTable.OF_GROUP, "INTEGER PRIMARY KEY"),
                Arguments.of("claim", dialect.change(ShardTable.UPDATE), "INTEGER PRIMARY KEY"),
                Arguments.of("mark", dialect.change(ShardTable.RAISE_MARK), "INTEGER PRIMARY KEY"),
                Arguments.of("group", GroupTable.FIND, "PRIMARY KEY"),
                Arguments.of("beat", dialect.change(NodeTable.BEAT), "PRIMARY KEY"));
    }

    private static String entries(int wanted, int expected) {
        return EntryReader.sql(new SqliteDialect(), new EntryReader.Sizes(wanted, expected));
    }

    private static String shards() {
        return ShardTable.byKeys(new SqliteDialect(), 64);
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
