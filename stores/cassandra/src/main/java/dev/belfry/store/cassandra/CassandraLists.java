package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import dev.belfry.store.common.GroupMerge;
import dev.belfry.store.common.PositionOrder;
import dev.belfry.store.common.ShardCursor;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Lists and counts of whole groups, merged from their shards. Immutable. */
final class CassandraLists implements GroupLists {
    private static final String CORRELATED =
            """
            SELECT at, uuid
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = 2 AND correlation = :correlation
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            LIMIT :rows
            """;

    private static final String KEPT_CORRELATED =
            """
            SELECT at, uuid, row_kind
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = 6 AND correlation = :correlation
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            ORDER BY kind DESC, correlation DESC, at DESC, uuid DESC
            LIMIT :rows
            """;

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
                    .replace("{columns}", CassandraTimerColumns.ALL);

    private static final String COUNT_PENDING =
            """
            SELECT kind FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = :kind AND correlation = ''
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            LIMIT :rows
            """;

    /** The latest first: what has expired lies behind them. */
    private static final String COUNT_KEPT =
            """
            SELECT kind FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = :kind AND correlation = ''
                AND (at, uuid) >= (:from_at, :from_uuid) AND (at, uuid) < (:until_at, :until_uuid)
            ORDER BY kind DESC, correlation DESC, at DESC, uuid DESC
            LIMIT :rows
            """;

    private final Cql cql;
    private final CassandraShards shards;
    private final CassandraPendingTimers pending;

    CassandraLists(Cql cql, CassandraShards shards) {
        this.cql = cql;
        this.shards = shards;
        this.pending = new CassandraPendingTimers(cql);
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return first(
                group,
                limit,
                PositionOrder.ASCENDING,
                range.fromInclusive(),
                Timer::position,
                (shard, start, rows) ->
                        pending.strides(shard).first(fromTheMark(shard, start, range), rows));
    }

    /** Before the mark there are only tombstones, and there may be very many. */
    private PositionRange fromTheMark(ShardId shard, Position start, PositionRange range) {
        var mark = Position.startOf(shards.read(shard).mark());
        return new PositionRange(start.isBefore(mark) ? mark : start, range.untilExclusive());
    }

    /** The rows of the correlation id say where; the timers that are still there are read then. */
    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return first(
                        group,
                        limit,
                        PositionOrder.ASCENDING,
                        fromInclusive,
                        Found::position,
                        (shard, start, rows) ->
                                correlatedIn(shard, correlationId)
                                        .first(PositionRange.from(start), rows))
                .stream()
                .flatMap(found -> timer(found).stream())
                .toList();
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return first(
                group,
                query.limit(),
                PositionOrder.DESCENDING,
                query.before(),
                KeptTimer::position,
                (shard, before, rows) ->
                        latest(shard, query.state())
                                .first(new PositionRange(Position.START, before), rows));
    }

    @Override
    public List<KeptTimer> keptCorrelated(
            Group group, String correlationId, Position before, int limit) {
        return first(
                        group,
                        limit,
                        PositionOrder.DESCENDING,
                        before,
                        FoundKept::position,
                        (shard, until, rows) ->
                                keptIn(shard, correlationId)
                                        .first(new PositionRange(Position.START, until), rows))
                .stream()
                .flatMap(found -> kept(found).stream())
                .toList();
    }

    /** Reads the first rows of a shard from a start on. */
    @FunctionalInterface
    private interface ShardReader<T> {
        List<T> read(ShardId shard, Position start, int rows);
    }

    private static <T> List<T> first(
            Group group,
            int limit,
            PositionOrder order,
            Position start,
            Function<T, Position> positionOf,
            ShardReader<T> reader) {
        return new GroupMerge<T>(
                        Cql.PARALLEL,
                        Comparator.comparing(positionOf, order.comparator()),
                        shard ->
                                ShardCursor.byPosition(
                                        order,
                                        start,
                                        positionOf,
                                        (from, rows) -> reader.read(shard, from, rows)))
                .first(group.shards(), limit);
    }

    /** A timer of some shard. */
    private record Found(ShardId shard, Position position) {}

    private Strides<Found> correlatedIn(ShardId shard, String correlationId) {
        return new Strides<>(
                PositionOrder.ASCENDING,
                (range, rows) ->
                        correlatedRows(CORRELATED, shard, correlationId, range, rows)
                                .map(row -> new Found(shard, Positions.of(row)))
                                .toList());
    }

    private Stream<Row> correlatedRows(
            String text, ShardId shard, String correlationId, PositionRange range, int rows) {
        var statement =
                Positions.bind(CassandraShards.bind(cql.statement(text), shard), range)
                        .setString("correlation", correlationId)
                        .setInt("rows", rows)
                        .build();
        return cql.read(statement).stream();
    }

    private List<Timer> timer(Found found) {
        var range = new PositionRange(found.position(), found.position().next());
        return pending.slice(found.shard(), range, 1);
    }

    /** A kept timer of some shard. */
    private record FoundKept(ShardId shard, TimerState state, Position position) {}

    private Strides<FoundKept> keptIn(ShardId shard, String correlationId) {
        return new Strides<>(
                PositionOrder.DESCENDING,
                (range, rows) ->
                        correlatedRows(KEPT_CORRELATED, shard, correlationId, range, rows)
                                .map(row -> foundKept(shard, row))
                                .toList());
    }

    private static FoundKept foundKept(ShardId shard, Row row) {
        return new FoundKept(shard, Tables.stateOf(row.getByte("row_kind")), Positions.of(row));
    }

    private List<KeptTimer> kept(FoundKept found) {
        var range = new PositionRange(found.position(), found.position().next());
        return latest(found.shard(), found.state(), range, 1);
    }

    /** Behind them lie those that have expired, and each of their columns is a tombstone. */
    private Strides<KeptTimer> latest(ShardId shard, TimerState state) {
        return new Strides<>(
                PositionOrder.DESCENDING, (range, rows) -> latest(shard, state, range, rows));
    }

    private List<KeptTimer> latest(ShardId shard, TimerState state, PositionRange range, int rows) {
        var statement =
                Positions.bind(CassandraShards.bind(cql.statement(LATEST), shard), range)
                        .setByte("kind", Tables.kindOf(state))
                        .setInt("rows", rows)
                        .build();
        return cql.read(statement).stream()
                .map(row -> CassandraTimerColumns.kept(row, shard.group()))
                .toList();
    }

    /** Counted here: a limit of the server's own count would be one of its single result. */
    @Override
    public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
        return Cql.PARALLEL.read(
                shards,
                shard ->
                        new CountedShard(
                                shard,
                                state == TimerState.SCHEDULED
                                        ? pending(shard, cap)
                                        : kept(shard, Tables.kindOf(state), cap)));
    }

    /** From the mark on: before it there are only tombstones, and there may be very many. */
    private long pending(ShardId shard, int cap) {
        var mark = Position.startOf(shards.read(shard).mark());
        return new Strides<>(
                        PositionOrder.ASCENDING,
                        (range, rows) -> rows(COUNT_PENDING, shard, Tables.PENDING, range, rows))
                .first(PositionRange.from(mark), cap)
                .size();
    }

    private long kept(ShardId shard, byte kind, int cap) {
        return new Strides<>(
                        PositionOrder.DESCENDING,
                        (range, rows) -> rows(COUNT_KEPT, shard, kind, range, rows))
                .first(PositionRange.from(Position.START), cap)
                .size();
    }

    private List<Row> rows(String text, ShardId shard, byte kind, PositionRange range, int rows) {
        return cql.read(
                Positions.bind(CassandraShards.bind(cql.statement(text), shard), range)
                        .setByte("kind", kind)
                        .setInt("rows", rows)
                        .build());
    }
}
