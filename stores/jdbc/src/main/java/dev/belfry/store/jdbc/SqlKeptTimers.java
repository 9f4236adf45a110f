package dev.belfry.store.jdbc;

import dev.belfry.core.schedule.RecurrenceText;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.store.common.PositionOrder;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads kept timers. Immutable. */
final class SqlKeptTimers {
    private static final String EXPIRED =
            """
            SELECT timer_id, schedule
            FROM {kept_timers}
            WHERE shard_key = ? AND keep_until <= ?
            ORDER BY keep_until
            {limit}
            """;

    /** The plus keeps planners from an index by shard: the correlation id says more. */
    private static final String CORRELATED =
            """
            SELECT {timer}, {keeping}
            FROM {kept_timers}
            WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND {before}
            ORDER BY settled_at DESC, uuid DESC
            {limit}
            """
                    .replace("{timer}", SqlTimerColumns.OF_TIMER)
                    .replace("{keeping}", SqlTimerColumns.OF_KEEPING);

    private final SqlEntryReader entries;
    private final Dialect dialect;
    private final String expired;
    private final String correlated;

    SqlKeptTimers(SqlEntryReader entries, Dialect dialect) {
        this.entries = entries;
        this.dialect = dialect;
        this.expired = expired(dialect);
        this.correlated = correlated(dialect);
    }

    static String expired(Dialect dialect) {
        return EXPIRED.replace("{kept_timers}", dialect.inOrder(Dialect.Order.BY_END))
                .replace("{limit}", dialect.limit());
    }

    static String correlated(Dialect dialect) {
        return CORRELATED
                .replace("{kept_timers}", dialect.inOrder(Dialect.Order.KEPT_BY_CORRELATION))
                .replace("{before}", SqlBounds.of(dialect).before("settled_at"))
                .replace("{limit}", dialect.limit());
    }

    /** The latest settled of a shard. */
    static FirstRows latest(Dialect dialect, TimerState state) {
        return new FirstRows(
                dialect.inOrder(Dialect.Order.BY_SETTLING),
                List.of("state = " + SqlTimerColumns.number(state)),
                "settled_at",
                SqlBounds.of(dialect).before("settled_at"),
                "settled_at DESC, uuid DESC",
                dialect.limit());
    }

    List<TimerKey> expired(Session session, OpenGroup group, ShardKey shard, Instant now, int limit)
            throws SQLException {
        return session.list(
                expired,
                parameters -> parameters.number(shard.value()).instant(now).number(limit),
                row ->
                        TimerKey.stored(
                                group.id(),
                                row.text(),
                                row.optionalText().map(RecurrenceText::parse)));
    }

    List<KeptTimer> latest(Session session, OpenGroup group, KeptQuery query) throws SQLException {
        var latest = new FirstOfShards(latest(dialect, query.state()), dialect);
        var scan =
                new SqlGroupScan(
                        PositionOrder.DESCENDING,
                        group.shardCount(),
                        (before, perShard) ->
                                latest.read(
                                        session,
                                        group,
                                        parameters -> SqlBounds.bindBefore(parameters, before),
                                        perShard));
        var wanted =
                scan.first(query.before(), query.limit()).stream()
                        .map(found -> found.wanted(group))
                        .toList();
        return entries.read(session, wanted, Map.of()).values().stream()
                .flatMap(SqlKeptTimers::kept)
                .filter(kept -> kept.state() == query.state())
                .filter(kept -> kept.position().isBefore(query.before()))
                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                .toList();
    }

    /** Those of a correlation id, of any state, the latest settled first. */
    List<KeptTimer> correlated(
            Session session, OpenGroup group, String correlationId, Position before, int limit)
            throws SQLException {
        return session.list(
                correlated,
                parameters ->
                        SqlBounds.bindBefore(
                                        parameters
                                                .text(correlationId)
                                                .number(group.first().value())
                                                .number(group.last().value()),
                                        before)
                                .number(limit),
                row -> SqlTimerColumns.kept(row, group.id()));
    }

    private static Stream<KeptTimer> kept(Entry entry) {
        return entry instanceof Entry.Kept(var kept) ? Stream.of(kept) : Stream.empty();
    }
}
