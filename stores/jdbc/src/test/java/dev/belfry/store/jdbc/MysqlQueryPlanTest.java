package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.mysql.MysqlTables;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No hot statement reads a table of 200,000 rows from end to end, or sorts, or expects to look at
 * many rows, whatever was counted of it. The plans are those of the store's own sessions.
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
                    Map.entry("keptCorrelated", "kept_timers_by_correlation"),
                    Map.entry("expired", "kept_timers_by_end"),
                    Map.entry("entries", "timers_by_uuid"),
                    Map.entry("fence", "PRIMARY"),
                    Map.entry("lock", "PRIMARY"),
                    Map.entry("shards", "PRIMARY"));

    /** They have a limit, which plans do not count in; what bounds them is their order. */
    private static final Set<String> LIMITED =
            Set.of(
                    "page",
                    "correlated",
                    "browse",
                    "kept",
                    "keptCorrelated",
                    "expired",
                    "counts",
                    "countsOfFailed");

    private static final Set<String> ONLY_INSERTS = Set.of("insert", "keep");

    @Test
    void everyStatementSeeksItsRowsOnMysql() throws SQLException {
        assertSeeks(MysqlTables.mysql());
    }

    @Test
    void everyStatementSeeksItsRowsOnMariadb() throws SQLException {
        assertSeeks(MysqlTables.mariadb());
    }

    @Test
    void everyStatementSeeksItsRowsInPartitions() throws SQLException {
        assertSeeks(MysqlTables.partitioned());
    }

    /** With what was known of empty tables, and with what is known of full ones. */
    private static void assertSeeks(TestDatabase database) throws SQLException {
        assertPlans(database);
        MysqlTables.analyze(database);
        assertPlans(database);
    }

    private static void assertPlans(TestDatabase database) throws SQLException {
        var hot = new HotStatements(database.opening().server().dialect()).all().toList();
        try (var connections = database.opening().connections();
                var session = connections.writer()) {
            for (var statement : hot) {
                if (!ONLY_INSERTS.contains(statement.name())) {
                    assertSeeks(statement, plan(session, statement));
                }
                session.rollback();
            }
        }
    }

    private static void assertSeeks(HotStatements.HotStatement statement, List<Step> plan) {
        var index = INDEXES.getOrDefault(statement.name(), "");
        assertThat(plan)
                .as("%s", statement)
                .isNotEmpty()
                .anyMatch(step -> index.isEmpty() || step.key().equals(index))
                .noneMatch(Step::isScan)
                .noneMatch(step -> step.extra().contains("filesort"));
        if (!LIMITED.contains(statement.name())) {
            assertThat(plan)
                    .as("%s", statement)
                    .allMatch(step -> step.rows() <= 2L * HotStatements.KEYS);
        }
    }

    /** A line of a plan. */
    private record Step(String table, String type, String key, long rows, String extra) {
        /** Results of subqueries, which have names in angle brackets, are no tables. */
        boolean isScan() {
            return !table.startsWith("<") && (type.equals("ALL") || type.equals("index"));
        }

        static Step of(ResultSet row) throws SQLException {
            return new Step(
                    text(row.getString("table")),
                    text(row.getString("type")),
                    text(row.getString("key")),
                    row.getLong("rows"),
                    text(row.getString("Extra")));
        }

        private static String text(@Nullable String value) {
            return value == null ? "" : value;
        }
    }

    private static List<Step> plan(Session session, HotStatements.HotStatement hot)
            throws SQLException {
        var statement = session.prepared("EXPLAIN " + hot.sql());
        hot.bind().to(session.parameters(statement));
        var plan = new ArrayList<Step>();
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                plan.add(Step.of(rows));
            }
        }
        return plan;
    }
}
