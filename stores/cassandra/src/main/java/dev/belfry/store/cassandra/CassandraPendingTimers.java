package dev.belfry.store.cassandra;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Timer;
import dev.belfry.store.common.PageFill;
import dev.belfry.store.common.PositionOrder;
import java.util.List;

/** Pending timers by position. Immutable. */
final class CassandraPendingTimers {
    static final String SLICE =
            """
            SELECT {columns}
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = 5 AND correlation = ''
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            LIMIT :rows
            """
                    .replace("{columns}", CassandraTimerColumns.ALL);

    /** Asked for at first, when nothing is known of the rows' size. */
    private static final int FIRST_ROWS = 50;

    /** Then the page ends, wherever it has come to: commits of the shard wait for it. */
    private static final int MOST_TRIES = 64;

    private final Cql cql;

    CassandraPendingTimers(Cql cql) {
        this.cql = cql;
    }

    /**
     * A page, in as many answers as its bytes ask for: the server counts rows only, and payloads
     * may be large.
     */
    Page page(ShardId shard, PositionRange range, PageLimit limit) {
        var strides = strides(shard);
        var page = new PageFill(limit);
        var rest = range;
        do {
            int ask = page.rowsToAsk(FIRST_ROWS);
            var stride = strides.next(rest, ask);
            for (var timer : stride.found()) {
                if (page.isFull()) {
                    return page.upTo(timer.position());
                }
                page.add(timer);
            }
            rest =
                    stride.found().size() < ask
                            ? stride.rest()
                            : new PositionRange(page.behindLast(), range.untilExclusive());
        } while (!Strides.isEmpty(rest) && strides.tries() < MOST_TRIES);
        return page.upTo(rest.fromInclusive());
    }

    /** The timers of a shard, by as many reads as it takes. */
    Strides<Timer> strides(ShardId shard) {
        return new Strides<>(PositionOrder.ASCENDING, (part, rows) -> slice(shard, part, rows));
    }

    /** The first timers of a shard in a range. */
    List<Timer> slice(ShardId shard, PositionRange range, int rows) {
        var statement =
                Positions.bind(CassandraShards.bind(cql.statement(SLICE), shard), range)
                        .setInt("rows", rows)
                        .build();
        return cql.read(statement).stream()
                .map(row -> CassandraTimerColumns.timer(row, shard.group()))
                .toList();
    }
}
