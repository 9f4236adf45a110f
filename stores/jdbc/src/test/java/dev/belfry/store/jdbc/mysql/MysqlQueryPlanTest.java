package dev.belfry.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.Statements;
import dev.belfry.store.jdbc.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No statement of the store reads a table from end to end, or sorts, whatever was counted of it.
 */
@Tag("contract")
class MysqlQueryPlanTest {
    /** Of single rows, any index finds the same; some are found while planning. */
    private static final Map<String, String> INDEXES =
            Map.ofEntries(
                    Map.entry("page", "PRIMARY"),
                    Map.entry("correlated", "timers_by_correlation"),
                    Map.entry("browse", "PRIMARY"),
                    Map.entry("kept", "PRIMARY"),
                    Map.entry("expired", "kept_timers_by_end"),
                    Map.entry("entries", "timers_by_uuid"),
                    Map.entry("delete", ""),
                    Map.entry("move", ""),
                    Map.entry("update", ""),
                    Map.entry("forget", ""),
                    Map.entry("fence", "PRIMARY"),
                    Map.entry("lock", "PRIMARY"),
                    Map.entry("shards", "PRIMARY"),
                    Map.entry("claim", ""),
                    Map.entry("mark", ""),
                    Map.entry("group", ""),
                    Map.entry("beat", ""));

    /** Enough that a list of keys is a large part of the shards. */
    private static final int LIST = 1_024;

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB"})
    void everyStatementSeeksItsRows(Product product) throws SQLException {
        var database = sharedOf(product).fresh();
        database.open().close();
        database.run("ANALYZE TABLE shards, timers, kept_timers");
        fill(database);
        requireSeeks(product, database);
        database.run("ANALYZE TABLE shards, timers, kept_timers");
        requireSeeks(product, database);
    }

    private static TestDatabase sharedOf(Product product) {
        return switch (product) {
            case MYSQL -> MysqlDatabase.Mysql.SHARED;
            case MARIADB -> MysqlDatabase.Mariadb.SHARED;
            case TIDB -> throw new IllegalArgumentException("its plans have another form");
        };
    }

    private static void requireSeeks(Product product, TestDatabase database) throws SQLException {
        for (var statement : Statements.of(new MysqlDialect(product), LIST, LIST).entrySet()) {
            var index = INDEXES.get(statement.getKey());
            if (index != null) {
                var plan = plan(product, database, withValues(statement.getValue()));
                assertThat(plan)
                        .as(statement.getKey())
                        .anyMatch(step -> index.isEmpty() || step.key().equals(index))
                        .noneMatch(step -> step.type().equals("ALL") || step.type().equals("index"))
                        .noneMatch(step -> step.extra().contains("filesort"));
            }
        }
    }

    private record Step(String type, String key, String extra) {}

    private static List<Step> plan(Product product, TestDatabase database, String sql)
            throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
            for (var setting : new MysqlServer(product).sessionSettings()) {
                statement.execute(setting);
            }
            var plan = new ArrayList<Step>();
            var rows = statement.executeQuery("EXPLAIN " + sql);
            while (rows.next()) {
                plan.add(
                        new Step(
                                text(rows.getString("type")),
                                text(rows.getString("key")),
                                text(rows.getString("Extra"))));
            }
            return plan;
        }
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    /** Values of the right type, and different keys in lists. */
    private static String withValues(String sql) {
        var text =
                sql.replace("LIMIT ?", "LIMIT 10")
                        .replaceAll("(correlation_id|group_id|node_id) = \\?", "$1 = 'c1'")
                        .replaceAll("uuid = \\?", "uuid = X'00000000000000000000000000000001'")
                        .replace(">= (?, ?)", ">= (100, X'00000000000000000000000000000001')")
                        .replace("< (?, ?)", "< (200, X'00000000000000000000000000000001')")
                        .replace("BETWEEN ? AND ?", "BETWEEN 100 AND 200");
        var filled = new StringBuilder();
        int number = 1;
        for (int from = 0; from < text.length(); ) {
            if (text.startsWith("(?, ?)", from)) {
                filled.append("(%d, X'%032x')".formatted(1 + number % 60, number++));
                from += "(?, ?)".length();
            } else if (text.charAt(from) == '?') {
                filled.append(number++);
                from++;
            } else {
                filled.append(text.charAt(from++));
            }
        }
        return filled.toString();
    }

    /** Four thousand shards; all timers in some of them, and correlated by few ids. */
    private static void fill(TestDatabase database) throws SQLException {
        var digits =
                "(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL"
                        + " SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7)";
        database.run(
                "CREATE TABLE n (i BIGINT PRIMARY KEY)",
                "INSERT INTO n SELECT 1 + a.d + 8 * b.d + 64 * c.d + 512 * e.d FROM %1$s a, %1$s b, %1$s c, %1$s e"
                        .formatted(digits),
                "INSERT INTO shards SELECT i, 0, 0, NULL, NULL, 0, NULL FROM n",
                """
                INSERT INTO timers
                SELECT 1 + i % 60, i % 977, UNHEX(MD5(i)), i, i, 0, CONCAT('t', i), i, 'http://a', 1,
                    NULL, 'p', IF(i % 2 = 0, CONCAT('c', i % 40), NULL), UNHEX(MD5(i)), NULL, 0, 0,
                    REPEAT('p', 300)
                FROM n
                """,
                "INSERT INTO kept_timers SELECT t.*, 1 + fire_at % 2, fire_at % 99, fire_at % 77 FROM timers t");
    }
}
