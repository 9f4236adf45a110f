package dev.belfry.store.cassandra;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.List;

/** Kept timers, the latest settled first. Immutable. */
final class KeptTimers {
    private static final String LATEST =
            """
            SELECT {columns}
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = :kind AND correlation = ''
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            ORDER BY kind DESC, correlation DESC, at DESC, uuid DESC
            LIMIT :rows
            """
                    .replace("{columns}", TimerColumns.ALL);

    private final Cql cql;

    KeptTimers(Cql cql) {
        this.cql = cql;
    }

    List<KeptTimer> latest(Group group, KeptQuery query) {
        return new GroupMerge<>(
                        GroupMerge.Order.DESCENDING,
                        KeptTimer::position,
                        (shard, before, rows) ->
                                latest(shard, query.state())
                                        .first(new PositionRange(Position.START, before), rows))
                .first(group.shards(), query.before(), query.limit());
    }

    /** Behind them lie those that have expired, and each of their columns is a tombstone. */
    private Strides<KeptTimer> latest(ShardId shard, TimerState state) {
        return new Strides<>(
                GroupMerge.Order.DESCENDING, (range, rows) -> latest(shard, state, range, rows));
    }

    private List<KeptTimer> latest(ShardId shard, TimerState state, PositionRange range, int rows) {
        var statement =
                Positions.bind(ShardTable.bind(cql.statement(LATEST), shard), range)
                        .setByte(
                                "kind",
                                state == TimerState.REACHED ? Tables.REACHED : Tables.FAILED)
                        .setInt("rows", rows)
                        .build();
        return cql.read(statement).stream()
                .map(row -> TimerColumns.kept(row, shard.group()))
                .toList();
    }
}
