package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.postgres.PostgresDialect;
import dev.belfry.store.jdbc.postgres.PostgresTables;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every hot statement reads the rows that it is about and few pages beside them, in a table of
 * 200,000 rows, whatever PostgreSQL knew of it when the statement was planned. The plans are those
 * that ran, in the store's own sessions.
 */
@Tag("contract")
class PostgresQueryPlanTest {
    /** A look through the largest shard for each of 64 keys would read ten times as many. */
    private static final int MOST_PAGES = 3_500;

    private static final Pattern PAGES =
            Pattern.compile("Buffers: shared(?: hit=(\\d+))?(?: read=(\\d+))?");

    /** They go to places that were found before, never from the table to the list of rows. */
    private static final Set<String> CHANGES_OF_ROWS =
            Set.of(
                    "delete",
                    "move",
                    "update",
                    "forget",
                    "claim",
                    "mark",
                    "beat",
                    "expectedDelete",
                    "expectedMove");

    /**
     * Reads of rows that are all in shard 1. Changes find them so too, but then look for their
     * places in every partition.
     */
    private static final Set<String> OF_ONE_SHARD = Set.of("page", "expired", "entry", "entries");

    private static final Pattern PARTITION_IN_USE = Pattern.compile("timers_(\\d)\\b.*\\bloops=");

    @Test
    void afterALookAtEmptyTablesEveryStatementSeeksItsRows() throws SQLException {
        for (var plan : plans(PostgresTables.filled("", "ANALYZE", "")).entrySet()) {
            assertSeeks(plan.getKey(), plan.getValue());
        }
    }

    @Test
    void afterALookAtLargeTablesWithOneRowEveryStatementSeeksItsRows() throws SQLException {
        for (var plan : plans(PostgresTables.refilled()).entrySet()) {
            assertSeeks(plan.getKey(), plan.getValue());
        }
    }

    @Test
    void withFreshStatisticsEveryStatementSeeksItsRows() throws SQLException {
        for (var plan : plans(PostgresTables.filled("", "", "ANALYZE")).entrySet()) {
            assertSeeks(plan.getKey(), plan.getValue());
        }
    }

    @Test
    void partitionsWithoutTheShardAreNotLookedAt() throws SQLException {
        for (var plan : plans(PostgresTables.filled("&partitions=8", "", "ANALYZE")).entrySet()) {
            assertSeeks(plan.getKey(), plan.getValue());
            assertPrunes(plan.getKey(), plan.getValue());
        }
    }

    private static Map<HotStatements.HotStatement, String> plans(TestDatabase database)
            throws SQLException {
        var plans = new LinkedHashMap<HotStatements.HotStatement, String>();
        try (var connections = database.opening().connections();
                var session = connections.writer()) {
            PostgresTables.EXPLAIN.forEach(sql -> run(session, sql));
            for (var statement : statements().toList()) {
                plans.put(statement, plan(session, statement));
                session.rollback();
            }
            session.breaks();
        }
        return plans;
    }

    private static void assertSeeks(HotStatements.HotStatement statement, String plan) {
        assertThat(plan)
                .as("%s", statement)
                .contains("Query Text")
                .doesNotContain("Seq Scan", "Sort Method", "Hash");
        if (CHANGES_OF_ROWS.contains(statement.name())) {
            assertThat(plan).as("%s", statement).contains("Tid Scan on");
        }
        assertThat(pages(plan)).as("%s: %s", statement, plan).isLessThan(MOST_PAGES);
    }

    /** Rows of shard 1 are in one of the partitions. */
    private static void assertPrunes(HotStatements.HotStatement statement, String plan) {
        if (OF_ONE_SHARD.contains(statement.name())) {
            var used =
                    PARTITION_IN_USE
                            .matcher(plan)
                            .results()
                            .map(match -> match.group(1))
                            .collect(Collectors.toSet());
            assertThat(used).as("%s: %s", statement, plan).hasSize(1);
        }
    }

    private static Stream<HotStatements.HotStatement> statements() {
        return new HotStatements(new PostgresDialect()).all();
    }

    private static void run(Session session, String sql) {
        try {
            session.run(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** A plan is told when the next statement takes the place of the one that was run. */
    private static String plan(Session session, HotStatements.HotStatement hot)
            throws SQLException {
        var statement = session.prepared(hot.sql());
        hot.bind().to(session.parameters(statement));
        statement.execute();
        var next = session.prepared("SELECT 1");
        next.execute();
        return warnings(statement) + warnings(next);
    }

    private static String warnings(PreparedStatement statement) throws SQLException {
        var text = new StringBuilder();
        for (var warning = statement.getWarnings();
                warning != null;
                warning = warning.getNextWarning()) {
            text.append(warning.getMessage()).append('\n');
        }
        return text.toString();
    }

    private static int pages(String plan) {
        var found = PAGES.matcher(plan);
        assertThat(found.find()).as(plan).isTrue();
        return number(found.group(1)) + number(found.group(2));
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}
