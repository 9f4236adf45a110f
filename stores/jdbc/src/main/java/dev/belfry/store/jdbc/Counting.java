package dev.belfry.store.jdbc;

import dev.belfry.core.store.ShardCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
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

    static final String COUNTS_OF_ONE =
            """
            SELECT ?,
                (SELECT count(*) FROM (
                    SELECT 1 FROM timers WHERE shard_key = ? LIMIT ?) AS some_timers),
                (SELECT count(*) FROM (
                    SELECT 1 FROM kept_timers WHERE shard_key = ? LIMIT ?) AS some_kept)
            """;

    private Counting() {}

    static List<ShardCounts> counts(Session session, OpenGroup group, int cap) throws SQLException {
        var counts = new ArrayList<ShardCounts>(group.shardCount());
        Session.Visit visit =
                row -> {
                    var shard = new ShardKey(row.number());
                    return shard.equals(ShardKey.NONE)
                            || counts.add(
                                    new ShardCounts(
                                            group.shardOf(shard), row.number(), row.number()));
                };
        if (session.dialect().readsFromCorrelated()) {
            session.query(COUNTS, parameters -> bindRange(parameters, group, cap), visit);
        } else {
            for (var shards : group.keysForSelects()) {
                session.query(
                        ofShards(shards.size()),
                        parameters -> bindEach(parameters, shards, cap),
                        visit);
            }
        }
        return counts;
    }

    /** The counts of this many shards, in their order: each is a select of its own. */
    static String ofShards(int count) {
        return String.join("UNION ALL\n", Collections.nCopies(count, COUNTS_OF_ONE));
    }

    private static void bindRange(Parameters parameters, OpenGroup group, int cap)
            throws SQLException {
        parameters
                .number(cap)
                .number(cap)
                .number(group.first().value())
                .number(group.last().value());
    }

    private static void bindEach(Parameters parameters, List<ShardKey> shards, int cap)
            throws SQLException {
        for (var shard : shards) {
            long key = shard.value();
            parameters.number(key).number(key).number(cap).number(key).number(cap);
        }
    }
}
