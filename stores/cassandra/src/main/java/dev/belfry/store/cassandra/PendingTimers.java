package dev.belfry.store.cassandra;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.ArrayList;
import java.util.List;

/** Pending timers by position and by correlation id. Immutable. */
final class PendingTimers {
    static final String SLICE =
            """
            SELECT {columns}
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = 5 AND correlation = ''
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            LIMIT :rows
            """
                    .replace("{columns}", TimerColumns.ALL);

    private static final String CORRELATED =
            """
            SELECT at, uuid
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = 2 AND correlation = :correlation
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            LIMIT :rows
            """;

    /** Asked for at first, when nothing is known of the rows' size. */
    private static final int FIRST_ROWS = 50;

    private static final int MOST_ROWS = 1_000;

    /** Then the page ends, wherever it has come to: commits of the shard wait for it. */
    private static final int MOST_TRIES = 64;

    private final Cql cql;
    private final ShardTable shards;

    PendingTimers(Cql cql, ShardTable shards) {
        this.cql = cql;
        this.shards = shards;
    }

    /**
     * A page, in as many answers as its bytes ask for: the server counts rows only, and payloads
     * may be large.
     */
    Page page(ShardId shard, PositionRange range, PageLimit limit) {
        var strides = strides(shard);
        var timers = new ArrayList<Timer>();
        var rest = range;
        long bytes = 0;
        int ask = FIRST_ROWS;
        do {
            var stride = strides.next(rest, ask);
            for (var timer : stride.found()) {
                if (timers.size() == limit.rows() || bytes >= limit.bytes()) {
                    return new Page(timers, timer.position());
                }
                timers.add(timer);
                bytes += timer.heapBytes();
            }
            rest =
                    stride.found().size() < ask
                            ? stride.rest()
                            : behind(timers.getLast().position(), range);
            ask = rowsToAsk(limit, timers.size(), bytes);
        } while (!Strides.isEmpty(rest) && strides.tries() < MOST_TRIES);
        return new Page(timers, rest.fromInclusive());
    }

    private static PositionRange behind(Position position, PositionRange range) {
        return GroupMerge.Order.ASCENDING.behind(
                new PositionRange(range.fromInclusive(), position.next()), range);
    }

    private Strides<Timer> strides(ShardId shard) {
        return new Strides<>(GroupMerge.Order.ASCENDING, (part, rows) -> slice(shard, part, rows));
    }

    /** One more than there is room for, by the size of those before. */
    private static int rowsToAsk(PageLimit limit, int rows, long bytes) {
        if (rows == 0) {
            return FIRST_ROWS;
        }
        long room = (limit.bytes() - bytes) / Math.max(1, bytes / rows);
        return Math.clamp(Math.min(limit.rows() - rows, room) + 1L, 1, MOST_ROWS);
    }

    private List<Timer> slice(ShardId shard, PositionRange range, int rows) {
        var statement =
                Positions.bind(ShardTable.bind(cql.statement(SLICE), shard), range)
                        .setInt("rows", rows)
                        .build();
        return cql.read(statement).stream()
                .map(row -> TimerColumns.timer(row, shard.group()))
                .toList();
    }

    List<Timer> browse(Group group, PositionRange range, int limit) {
        return new GroupMerge<>(
                        GroupMerge.Order.ASCENDING,
                        Timer::position,
                        (shard, start, rows) ->
                                strides(shard).first(fromTheMark(shard, start, range), rows))
                .first(group.shards(), range.fromInclusive(), limit);
    }

    /** Before the mark there are only tombstones, and there may be very many. */
    private PositionRange fromTheMark(ShardId shard, Position start, PositionRange range) {
        var mark = Position.startOf(shards.read(shard).mark());
        return new PositionRange(start.isBefore(mark) ? mark : start, range.untilExclusive());
    }

    /** The rows of the correlation id say where; the timers that are still there are read then. */
    List<Timer> correlated(Group group, String correlationId, Position fromInclusive, int limit) {
        return new GroupMerge<>(
                        GroupMerge.Order.ASCENDING,
                        Found::position,
                        (shard, start, rows) ->
                                correlatedIn(shard, correlationId)
                                        .first(PositionRange.from(start), rows))
                .first(group.shards(), fromInclusive, limit).stream()
                        .flatMap(found -> timer(found).stream())
                        .toList();
    }

    /** A timer of some shard. */
    private record Found(ShardId shard, Position position) {}

    private Strides<Found> correlatedIn(ShardId shard, String correlationId) {
        return new Strides<>(
                GroupMerge.Order.ASCENDING,
                (range, rows) -> correlatedIn(shard, correlationId, range, rows));
    }

    private List<Found> correlatedIn(
            ShardId shard, String correlationId, PositionRange range, int rows) {
        var statement =
                Positions.bind(ShardTable.bind(cql.statement(CORRELATED), shard), range)
                        .setString("correlation", correlationId)
                        .setInt("rows", rows)
                        .build();
        return cql.read(statement).stream()
                .map(row -> new Found(shard, Positions.of(row)))
                .toList();
    }

    private List<Timer> timer(Found found) {
        var range = new PositionRange(found.position(), found.position().next());
        return slice(found.shard(), range, 1);
    }
}
