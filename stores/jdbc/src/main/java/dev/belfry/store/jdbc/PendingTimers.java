package dev.belfry.store.jdbc;

import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Reads pending timers in order of position. Immutable. */
final class PendingTimers {
    /**
     * In a range of positions. Some planners take no bounds out of row values, and need the other
     * ones; the plus keeps those that do from seeing two ways.
     */
    private static final String IN_RANGE =
            """
            +fire_at BETWEEN ? AND ? AND (fire_at, uuid) >= (?, ?) AND (fire_at, uuid) < (?, ?)\
            """;

    private static final String PAGE =
            "SELECT "
                    + TimerColumns.OF_TIMER
                    + """

                    FROM {timers}
                    WHERE shard_key = ? AND {range}
                    ORDER BY fire_at, uuid
                    LIMIT ?
                    """
                            .replace("{range}", IN_RANGE);

    /** The plus keeps planners from an index by shard: the correlation id says more. */
    private static final String CORRELATED =
            "SELECT "
                    + TimerColumns.OF_TIMER
                    + """

                    FROM {timers}
                    WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ?
                        AND +fire_at >= ? AND (fire_at, uuid) >= (?, ?)
                    ORDER BY fire_at, uuid
                    LIMIT ?
                    """;

    private final EntryReader entries;
    private final String page;
    private final String correlated;
    private final FirstOfShards firstOfShards;

    PendingTimers(EntryReader entries, Dialect dialect) {
        this.entries = entries;
        this.page = page(dialect);
        this.correlated = correlated(dialect);
        this.firstOfShards = new FirstOfShards(first(dialect), dialect);
    }

    static String page(Dialect dialect) {
        return PAGE.replace("{timers}", dialect.inOrder(Dialect.Order.BY_POSITION));
    }

    static String correlated(Dialect dialect) {
        return CORRELATED.replace("{timers}", dialect.inOrder(Dialect.Order.BY_CORRELATION));
    }

    /** The first positions of a shard. */
    static FirstRows first(Dialect dialect) {
        return new FirstRows(
                dialect.inOrder(Dialect.Order.BY_POSITION),
                List.of(),
                "fire_at",
                IN_RANGE,
                "fire_at, uuid");
    }

    /** One row more than the limit is asked for: it says how far the page reaches. */
    Page page(Session session, GroupId group, ShardKey shard, PositionRange range, PageLimit limit)
            throws SQLException {
        var filling = new Filling(group, limit, range.untilExclusive());
        session.query(
                page,
                parameters ->
                        bind(parameters.number(shard.value()), range).number(limit.rows() + 1L),
                filling::add);
        return new Page(filling.timers, filling.knownUntil);
    }

    List<Timer> correlated(
            Session session, OpenGroup group, String correlationId, Position from, int limit)
            throws SQLException {
        var timers = new ArrayList<Timer>();
        session.query(
                correlated,
                parameters ->
                        parameters
                                .text(correlationId)
                                .number(group.first().value())
                                .number(group.last().value())
                                .instant(from.fireAt())
                                .position(from)
                                .number(limit),
                row -> timers.add(TimerColumns.timer(row, group.id())));
        return timers;
    }

    List<Timer> browse(Session session, OpenGroup group, PositionRange range, int limit)
            throws SQLException {
        var scan =
                new GroupScan(
                        GroupScan.Direction.ASCENDING,
                        group.shardCount(),
                        (from, perShard) -> {
                            var rest = new PositionRange(from, range.untilExclusive());
                            return firstOfShards.read(
                                    session, group, parameters -> bind(parameters, rest), perShard);
                        });
        var wanted =
                scan.first(range.fromInclusive(), limit).stream()
                        .map(found -> found.wanted(group))
                        .toList();
        return entries.read(session, wanted, Map.of()).values().stream()
                .flatMap(entry -> entry.pending().stream())
                .filter(timer -> range.contains(timer.position()))
                .sorted(Comparator.comparing(Timer::position))
                .toList();
    }

    private static Parameters bind(Parameters parameters, PositionRange range) throws SQLException {
        return parameters
                .instant(range.fromInclusive().fireAt())
                .instant(range.untilExclusive().fireAt())
                .position(range.fromInclusive())
                .position(range.untilExclusive());
    }

    /** A page in the making: rows beyond its limit are not read to their end. */
    private static final class Filling {
        private final GroupId group;
        private final PageLimit limit;
        private final List<Timer> timers = new ArrayList<>();
        private Position knownUntil;
        private long bytes;

        Filling(GroupId group, PageLimit limit, Position end) {
            this.group = group;
            this.limit = limit;
            this.knownUntil = end;
        }

        boolean add(Row row) throws SQLException {
            var position = row.position();
            if (timers.size() == limit.rows() || bytes >= limit.bytes()) {
                knownUntil = position;
                return false;
            }
            var timer = TimerColumns.timer(row, group, position);
            timers.add(timer);
            bytes += timer.heapBytes();
            return true;
        }
    }
}
