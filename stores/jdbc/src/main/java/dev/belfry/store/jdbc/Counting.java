package dev.belfry.store.jdbc;

import dev.belfry.core.store.ShardCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Counts the timers of shards, each up to a cap. */
final class Counting {
    private static final String COUNTS =
            """
            SELECT s.shard_key, ({timers}), ({kept_timers})
            FROM shards s
            WHERE s.shard_key BETWEEN ? AND ?
            ORDER BY s.shard_key
            """;

    private Counting() {}

    static String sql(Dialect dialect) {
        return COUNTS.replace("{timers}", dialect.countOf("timers"))
                .replace("{kept_timers}", dialect.countOf("kept_timers"));
    }

    static List<ShardCounts> counts(Session session, OpenGroup group, int cap) throws SQLException {
        var counts = new ArrayList<ShardCounts>(group.shardCount());
        session.query(
                sql(session.dialect()),
                parameters ->
                        parameters
                                .number(cap)
                                .number(cap)
                                .number(group.first().value())
                                .number(group.last().value()),
                row ->
                        counts.add(
                                new ShardCounts(
                                        group.shardOf(new ShardKey(row.number())),
                                        row.number(),
                                        row.number())));
        return counts;
    }
}
