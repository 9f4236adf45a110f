package dev.belfry.store.jdbc;

import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.store.common.PageFill;
import dev.belfry.store.common.PositionOrder;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads pending timers in order of position. Immutable. */
final class SqlPendingTimers {
    private static final String PAGE =
            """
            SELECT {timer}
            FROM {timers}
            WHERE shard_key = ? AND {range}
            ORDER BY fire_at, uuid
            {limit}
            """
                    .replace("{timer}", SqlTimerColumns.OF_TIMER);

    /**
     * A page up to the row with which its payloads exceed a number of bytes, for drivers that read
     * ahead. The database looks at the lengths of the others and leaves them where they are.
     */
    private static final String PAGE_OF_BYTES =
            """
            SELECT {columns}
            FROM (
                SELECT {columns}, sum(octet_length(payload)) OVER (
                    ORDER BY fire_at, uuid
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
                FROM {timers}
                WHERE shard_key = ? AND {range}
                ORDER BY fire_at, uuid
                {limit}) AS first_rows
            WHERE bytes_before IS NULL OR bytes_before < ?
            ORDER BY fire_at, uuid
            """
                    .replace("{columns}", SqlTimerColumns.OF_TIMER);

    /** The plus keeps planners from an index by shard: the correlation id says more. */
    private static final String CORRELATED =
            """
            SELECT {timer}
            FROM {timers}
            WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND {from}
            ORDER BY fire_at, uuid
            {limit}
            """
                    .replace("{timer}", SqlTimerColumns.OF_TIMER);

    private final SqlEntryReader entries;
    private final String page;
    private final String correlated;
    private final boolean readsAhead;
    private final FirstOfShards firstOfShards;

    SqlPendingTimers(SqlEntryReader entries, Dialect dialect) {
        this.entries = entries;
        this.readsAhead = dialect.readsAhead();
        this.page = page(dialect);
        this.correlated = correlated(dialect);
        this.firstOfShards = new FirstOfShards(first(dialect), dialect);
    }

    static String page(Dialect dialect) {
        return (dialect.readsAhead() ? PAGE_OF_BYTES : PAGE)
                .replace("{timers}", dialect.inOrder(Dialect.Order.BY_POSITION))
                .replace("{range}", SqlBounds.of(dialect).inRange("fire_at"))
                .replace("{limit}", dialect.limit());
    }

    static String correlated(Dialect dialect) {
        return CORRELATED
                .replace("{timers}", dialect.inOrder(Dialect.Order.BY_CORRELATION))
                .replace("{from}", SqlBounds.of(dialect).from("fire_at"))
                .replace("{limit}", dialect.limit());
    }

    /** The first positions of a shard. */
    static FirstRows first(Dialect dialect) {
        return new FirstRows(
                dialect.inOrder(Dialect.Order.BY_POSITION),
                List.of(),
                "fire_at",
                SqlBounds.of(dialect).inRange("fire_at"),
                "fire_at, uuid",
                dialect.limit());
    }

    /** One row more than the limit is asked for: it says how far the page reaches. */
    Page page(Session session, GroupId group, ShardKey shard, PositionRange range, PageLimit limit)
            throws SQLException {
        var filling = new Filling(group, limit, range.untilExclusive());
        readPage(session, shard, range, limit, filling::add);
        return filling.filled();
    }

    /** Rows beyond the limit's bytes may be left out. */
    void readPage(
            Session session,
            ShardKey shard,
            PositionRange range,
            PageLimit limit,
            Session.Visit visit)
            throws SQLException {
        session.query(
                page,
                parameters -> {
                    SqlBounds.bind(parameters.number(shard.value()), range)
                            .number(limit.rows() + 1L);
                    if (readsAhead) {
                        parameters.number(limit.bytes());
                    }
                },
                visit);
    }

    List<Timer> correlated(
            Session session, OpenGroup group, String correlationId, Position from, int limit)
            throws SQLException {
        return session.list(
                correlated,
                parameters ->
                        SqlBounds.bindFrom(
                                        parameters
                                                .text(correlationId)
                                                .number(group.first().value())
                                                .number(group.last().value()),
                                        from)
                                .number(limit),
                row -> SqlTimerColumns.timer(row, group.id()));
    }

    List<Timer> browse(Session session, OpenGroup group, PositionRange range, int limit)
            throws SQLException {
        var scan =
                new SqlGroupScan(
                        PositionOrder.ASCENDING,
                        group.shardCount(),
                        (from, perShard) -> {
                            var rest = new PositionRange(from, range.untilExclusive());
                            return firstOfShards.read(
                                    session,
                                    group,
                                    parameters -> SqlBounds.bind(parameters, rest),
                                    perShard);
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

    /** A page in the making: rows beyond its limit are not read to their end. */
    private static final class Filling {
        private final GroupId group;
        private final PageFill page;
        private final Position end;
        private Optional<Position> leftOut = Optional.empty();

        Filling(GroupId group, PageLimit limit, Position end) {
            this.group = group;
            this.page = new PageFill(limit);
            this.end = end;
        }

        boolean add(Row row) throws SQLException {
            var position = row.position();
            if (page.isFull()) {
                leftOut = Optional.of(position);
                return false;
            }
            page.add(SqlTimerColumns.timer(row, group, position));
            return true;
        }

        Page filled() {
            return page.upTo(leftOut.orElseGet(this::knownUntil));
        }

        /** The row after the last byte may not have been sent, so that there may be one. */
        private Position knownUntil() {
            return page.hasAllBytes() ? page.behindLast() : end;
        }
    }
}
