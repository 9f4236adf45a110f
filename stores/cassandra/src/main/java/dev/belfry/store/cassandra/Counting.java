package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCounts;
import dev.belfry.core.timer.Position;
import java.util.List;

/** The numbers of timers. Immutable. */
final class Counting {
    private static final String PENDING =
            """
            SELECT kind FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = :kind AND correlation = ''
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            LIMIT :rows
            """;

    /** The latest first: what has expired lies behind them. */
    private static final String KEPT =
            """
            SELECT kind FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = :kind AND correlation = ''
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            ORDER BY kind DESC, correlation DESC, at DESC, uuid DESC
            LIMIT :rows
            """;

    private final Cql cql;
    private final ShardTable shards;

    Counting(Cql cql, ShardTable shards) {
        this.cql = cql;
        this.shards = shards;
    }

    /** Counted here: a limit of the server's own count would be one of its single result. */
    List<ShardCounts> counts(Group group, int cap) {
        return Cql.PARALLEL.read(
                group.shards(),
                shard -> new ShardCounts(shard, pending(shard, cap), kept(shard, cap)));
    }

    /** From the mark on: before it there are only tombstones, and there may be very many. */
    private long pending(ShardId shard, int cap) {
        var mark = Position.startOf(shards.read(shard).mark());
        return new Strides<>(
                        GroupMerge.Order.ASCENDING,
                        (range, rows) -> rows(PENDING, shard, Tables.PENDING, range, rows))
                .first(PositionRange.from(mark), cap)
                .size();
    }

    private long kept(ShardId shard, int cap) {
        return Math.min(
                cap, keptAs(shard, Tables.REACHED, cap) + keptAs(shard, Tables.FAILED, cap));
    }

    private long keptAs(ShardId shard, byte kind, int cap) {
        return new Strides<>(
                        GroupMerge.Order.DESCENDING,
                        (range, rows) -> rows(KEPT, shard, kind, range, rows))
                .first(PositionRange.from(Position.START), cap)
                .size();
    }

    private List<Row> rows(String text, ShardId shard, byte kind, PositionRange range, int rows) {
        return cql.read(
                Positions.bind(ShardTable.bind(cql.statement(text), shard), range)
                        .setByte("kind", kind)
                        .setInt("rows", rows)
                        .build());
    }
}
