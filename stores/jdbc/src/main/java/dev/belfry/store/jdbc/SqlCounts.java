package dev.belfry.store.jdbc;

import dev.belfry.core.store.CountedShard;
import dev.belfry.core.timer.TimerState;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Counts the timers of shards, each up to a cap. */
final class SqlCounts {
    private static final String COUNTS =
            """
            SELECT s.shard_key, ({count})
            FROM shards s
            WHERE s.shard_key BETWEEN ? AND ?
            ORDER BY s.shard_key
            """;

    private static final String COUNT_OF_ONE =
            """
            SELECT ?,
                (SELECT count(*) FROM (SELECT 1 FROM {rows} LIMIT ?) AS some_rows)
            """;

    private SqlCounts() {}

    /** The counts of a range of shards; none if each is a select of its own. */
    static Optional<String> ofRange(Dialect dialect, TimerState state) {
        return dialect.countOf(rows(state, "s.shard_key"))
                .map(count -> COUNTS.replace("{count}", count));
    }

    /** The counts of this many shards, in their order: each is a select of its own. */
    static String ofShards(TimerState state, int count) {
        var one = COUNT_OF_ONE.replace("{rows}", rows(state, "?"));
        return String.join("UNION ALL\n", Collections.nCopies(count, one));
    }

    private static String rows(TimerState state, String shard) {
        return state == TimerState.SCHEDULED
                ? "timers t WHERE t.shard_key = " + shard
                : "kept_timers t WHERE t.shard_key = %s AND t.state = %d"
                        .formatted(shard, SqlTimerColumns.number(state));
    }

    /** Of these shards, in order of their keys. */
    static List<CountedShard> read(
            Session session, OpenGroup group, Set<ShardKey> wanted, TimerState state, int cap)
            throws SQLException {
        var counts = new ArrayList<CountedShard>(wanted.size());
        Session.Visit visit =
                row -> {
                    var shard = new ShardKey(row.number());
                    return !wanted.contains(shard)
                            || counts.add(new CountedShard(group.shardOf(shard), row.number()));
                };
        var ofRange = ofRange(session.dialect(), state);
        if (ofRange.isPresent()) {
            long first = Collections.min(wanted).value();
            long last = Collections.max(wanted).value();
            session.query(
                    ofRange.get(),
                    parameters -> parameters.number(cap).number(first).number(last),
                    visit);
        } else {
            for (var shards : OpenGroup.forSelects(List.copyOf(wanted))) {
                session.query(
                        ofShards(state, shards.size()),
                        parameters -> bindEach(parameters, shards, cap),
                        visit);
            }
        }
        counts.sort(Comparator.comparing(CountedShard::shard));
        return counts;
    }

    private static void bindEach(Parameters parameters, List<ShardKey> shards, int cap)
            throws SQLException {
        for (var shard : shards) {
            parameters.number(shard.value()).number(shard.value()).number(cap);
        }
    }
}
