package dev.belfry.store.jdbc;

import dev.belfry.core.store.ShardCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Counts the timers of shards, each up to a cap. */
final class Counting {
    static final String COUNTS =
            """
            SELECT s.shard_key,
                (SELECT count(*) FROM (
                    SELECT 1 FROM timers t WHERE t.shard_key = s.shard_key LIMIT ?) AS some_timers),
                (SELECT count(*) FROM (
                    SELECT 1 FROM kept_timers k WHERE k.shard_key = s.shard_key LIMIT ?) AS some_kept)
            FROM shards s
            WHERE s.shard_key BETWEEN ? AND ?
            ORDER BY s.shard_key
            """;

    private Counting() {}

    static List<ShardCounts> counts(Session session, OpenGroup group, int cap) throws SQLException {
        var counts = new ArrayList<ShardCounts>(group.shardCount());
        session.query(
                COUNTS,
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
