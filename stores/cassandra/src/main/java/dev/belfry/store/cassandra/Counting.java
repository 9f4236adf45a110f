package dev.belfry.store.cassandra;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardCounts;
import java.util.List;

/** The numbers of timers. Immutable. */
final class Counting {
    /** From the mark on: before it there are only tombstones, and there may be very many. */
    private static final String PENDING =
            """
            SELECT kind FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = 5 AND correlation = '' AND at >= :mark
            LIMIT :rows
            """;

    /** The latest first: what has expired lies behind them. */
    private static final String KEPT =
            """
            SELECT kind FROM shards
            WHERE group_id = :group_id AND shard = :shard AND kind = :kind
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

    private long pending(ShardId shard, int cap) {
        return cql.read(
                        ShardTable.bind(cql.statement(PENDING), shard)
                                .setLong("mark", shards.read(shard).mark().toEpochMilli())
                                .setInt("rows", cap)
                                .build())
                .size();
    }

    private long kept(ShardId shard, int cap) {
        return Math.min(
                cap, keptAs(shard, Tables.REACHED, cap) + keptAs(shard, Tables.FAILED, cap));
    }

    private long keptAs(ShardId shard, byte kind, int cap) {
        return cql.read(
                        ShardTable.bind(cql.statement(KEPT), shard)
                                .setByte("kind", kind)
                                .setInt("rows", cap)
                                .build())
                .size();
    }
}
