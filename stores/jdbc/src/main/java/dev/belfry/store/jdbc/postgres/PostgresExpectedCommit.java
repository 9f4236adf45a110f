package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.jdbc.ExpectedChange;
import dev.belfry.store.jdbc.RowChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The query of a commit that is made as a whole or not at all. Whether all is as expected is found
 * out once ({@code sure}), and each change asks for it. Whatever it changes, the query sees what
 * was there when it began; the fence, which went before it, keeps that as it is.
 */
final class PostgresExpectedCommit {
    private static final String HELD =
            """
            held AS (
                SELECT 1 FROM unnest(?, ?, ?) AS r (c0, c1, c2)
                    CROSS JOIN LATERAL (
                        SELECT 1 FROM shards WHERE shard_key = r.c0 AND version = r.c1 AND token = r.c2
                        LIMIT 1) AS found)""";

    private static final String HIGHER_MARKS =
            """
            SELECT r.*, found.* FROM unnest(?, ?) AS r (c0, c1)
                CROSS JOIN LATERAL (
                    SELECT ctid AS place, tableoid AS part FROM shards WHERE shard_key = r.c1 AND mark < r.c0
                    LIMIT 1) AS found""";

    /** Rows of new timers begin with the shard, the instant and the uuid. */
    private static final String NONE_IN =
            """
            NOT EXISTS (SELECT 1 FROM insert_rows AS r
                CROSS JOIN LATERAL (SELECT 1 FROM %s WHERE shard_key = r.c0 AND uuid = r.c2 LIMIT 1) AS found)""";

    private static final String IF_SURE = "(SELECT yes FROM sure)";

    private PostgresExpectedCommit() {}

    static String of(Set<ExpectedChange> kinds) {
        var sorted = kinds.stream().sorted().toList();
        var steps = new ArrayList<String>();
        steps.add(HELD);
        sorted.forEach(kind -> steps.add(step(kind, "rows", "MATERIALIZED ", rows(kind))));
        steps.add("sure AS MATERIALIZED (SELECT %s AS yes)".formatted(conditions(sorted)));
        sorted.forEach(kind -> steps.add(step(kind, "change", "", change(kind))));
        return "WITH " + String.join(",\n", steps) + "\nSELECT yes FROM sure";
    }

    private static String step(ExpectedChange kind, String what, String how, String query) {
        return "%s AS %s(\n%s)"
                .formatted(name(kind, what), how, query.strip().indent(4).stripTrailing());
    }

    private static String name(ExpectedChange kind, String what) {
        return kind.name().toLowerCase(Locale.ROOT) + "_" + what;
    }

    private static String rows(ExpectedChange kind) {
        return switch (kind) {
            case DELETE, MOVE, UPDATE ->
                    "SELECT r.*, found.* FROM " + PostgresDialect.withPlaces(kind.change());
            case RAISE_MARK -> HIGHER_MARKS;
            case KEEP, INSERT -> "SELECT * FROM " + PostgresDialect.rows(kind.change());
        };
    }

    private static String conditions(List<ExpectedChange> kinds) {
        var conditions = new ArrayList<String>();
        conditions.add("(SELECT count(*) FROM held) = ?");
        kinds.stream()
                .filter(ExpectedChange::meansKnownRows)
                .forEach(
                        kind ->
                                conditions.add(
                                        "(SELECT count(*) FROM %s) = ?"
                                                .formatted(name(kind, "rows"))));
        if (kinds.contains(ExpectedChange.INSERT)) {
            conditions.add(NONE_IN.formatted("timers"));
            conditions.add(NONE_IN.formatted("kept_timers"));
        }
        return String.join("\n    AND ", conditions);
    }

    private static String change(ExpectedChange kind) {
        var rows = name(kind, "rows");
        return switch (kind.change()) {
            case RowChange.Insert insert ->
                    "%s WHERE %s".formatted(PostgresDialect.insert(insert, rows), IF_SURE);
            case RowChange.Replace replace ->
                    "%s WHERE %s %s"
                            .formatted(
                                    PostgresDialect.insert(replace, rows),
                                    IF_SURE,
                                    PostgresDialect.orReplace(replace));
            case RowChange.Update update ->
                    "UPDATE %s AS t SET %s FROM %s"
                            .formatted(
                                    update.table(),
                                    PostgresDialect.equal(update.columns(), 0, ", "),
                                    atPlacesOf(rows));
            case RowChange.Delete delete ->
                    "DELETE FROM %s AS t USING %s".formatted(delete.table(), atPlacesOf(rows));
        };
    }

    private static String atPlacesOf(String rows) {
        return "%s AS r\nWHERE t.ctid = r.place AND t.tableoid = r.part AND %s"
                .formatted(rows, IF_SURE);
    }
}
