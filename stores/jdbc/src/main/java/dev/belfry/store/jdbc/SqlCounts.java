package dev.belfry.store.jdbc;

import dev.belfry.core.store.ShardCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Counts the timers of shards, each up to a cap. */
final class SqlCounts {
    private static final String COUNTS =
            """
            SELECT s.shard_key, ({timers}), ({kept_timers})
            FROM shards s
            WHERE s.shard_key BETWEEN ? AND ?
            ORDER BY s.shard_key
            """;

    private static final String COUNTS_OF_ONE =
            """
            SELECT ?,
                (SELECT count(*) FROM (
                    SELECT 1 FROM timers WHERE shard_key = ? LIMIT ?) AS some_timers),
                (SELECT count(*) FROM (
                    SELECT 1 FROM kept_timers WHERE shard_key = ? LIMIT ?) AS some_kept)
            """;

    private SqlCounts() {}

    /** The counts of a range of shards; none if each is a select of its own. */
    static Optional<String> ofRange(Dialect dialect) {
        return dialect.countOf("timers")
                .flatMap(
                        timers ->
                                dialect.countOf("kept_timers")
                                        .map(
                                                kept ->
                                                        COUNTS.replace("{timers}", timers)
                                                                .replace("{kept_timers}", kept)));
    }

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
        var ofRange = ofRange(session.dialect());
        if (ofRange.isPresent()) {
            session.query(ofRange.get(), parameters -> bindRange(parameters, group, cap), visit);
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
