package dev.belfry.store.cassandra;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.KeptQuery;
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
                AND kind = :kind AND correlation = '' AND (at, uuid) < (:before_at, :before_uuid)
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
                        (shard, before, rows) -> latest(shard, query.state(), before, rows))
                .first(group.shards(), query.before(), query.limit());
    }

    private List<KeptTimer> latest(ShardId shard, TimerState state, Position before, int rows) {
        var statement =
                ShardTable.bind(cql.statement(LATEST), shard)
                        .setByte(
                                "kind",
                                state == TimerState.REACHED ? Tables.REACHED : Tables.FAILED)
                        .setLong("before_at", Positions.at(before))
                        .setByteBuffer("before_uuid", Positions.uuid(before))
                        .setInt("rows", rows)
                        .build();
        return cql.read(statement).stream()
                .map(row -> TimerColumns.kept(row, shard.group()))
                .toList();
    }
}
