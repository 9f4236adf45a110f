package dev.belfry.store.cassandra;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * The first rows of a whole group, out of the first of each shard. Confined to a call.
 *
 * <p>Every shard is asked for a few rows at the same time; the nearest row of all is next, and a
 * shard whose rows are used up is asked for more. Timers spread evenly over shards, so that the
 * first round is usually enough.
 */
final class GroupMerge<T> {
    private static final int FEWEST_PER_SHARD = 4;

    private final Order order;
    private final Function<T, Position> positionOf;
    private final Reader<T> reader;

    /** The order of the rows, and where reading goes on behind one of them. */
    enum Order {
        /** Starts are inclusive. */
        ASCENDING {
            @Override
            Comparator<Position> comparator() {
                return Comparator.naturalOrder();
            }

            @Override
            Position startBehind(Position position) {
                return position.next();
            }

            @Override
            PositionRange beginning(PositionRange range, BigInteger length) {
                return length.compareTo(Positions.length(range)) < 0
                        ? new PositionRange(
                                range.fromInclusive(),
                                Positions.plus(range.fromInclusive(), length))
                        : range;
            }

            @Override
            PositionRange behind(PositionRange beginning, PositionRange range) {
                return new PositionRange(beginning.untilExclusive(), range.untilExclusive());
            }
        },
        /** Starts are exclusive. */
        DESCENDING {
            @Override
            Comparator<Position> comparator() {
                return Comparator.reverseOrder();
            }

            @Override
            Position startBehind(Position position) {
                return position;
            }

            @Override
            PositionRange beginning(PositionRange range, BigInteger length) {
                return length.compareTo(Positions.length(range)) < 0
                        ? new PositionRange(
                                Positions.plus(range.untilExclusive(), length.negate()),
                                range.untilExclusive())
                        : range;
            }

            @Override
            PositionRange behind(PositionRange beginning, PositionRange range) {
                return new PositionRange(range.fromInclusive(), beginning.fromInclusive());
            }
        };

        abstract Comparator<Position> comparator();

        abstract Position startBehind(Position position);

        /** The part of a range that is met first: so many positions, or all. */
        abstract PositionRange beginning(PositionRange range, BigInteger length);

        /** What is left of a range behind its beginning. */
        abstract PositionRange behind(PositionRange beginning, PositionRange range);
    }

    /** Reads the first rows of a shard from a start on. */
    @FunctionalInterface
    interface Reader<T> {
        List<T> read(ShardId shard, Position start, int rows);
    }

    GroupMerge(Order order, Function<T, Position> positionOf, Reader<T> reader) {
        this.order = order;
        this.positionOf = positionOf;
        this.reader = reader;
    }

    List<T> first(List<ShardId> shards, Position start, int limit) {
        int atOnce =
                Math.clamp(4L * limit / shards.size(), Math.min(FEWEST_PER_SHARD, limit), limit);
        var sources =
                new PriorityQueue<Source>(
                        Comparator.comparing(Source::position, order.comparator()));
        Cql.PARALLEL.read(shards, shard -> new Source(shard, start, atOnce)).stream()
                .filter(source -> !source.isEmpty())
                .forEach(sources::add);
        var merged = new ArrayList<T>();
        while (merged.size() < limit && !sources.isEmpty()) {
            var nearest = sources.poll();
            merged.add(nearest.next());
            if (!nearest.isEmpty()) {
                sources.add(nearest);
            }
        }
        return merged;
    }

    /** The rows of one shard, as far as they were read. */
    private final class Source {
        private final ShardId shard;
        private final int atOnce;
        private final Deque<T> rows = new ArrayDeque<>();
        private boolean ended;

        Source(ShardId shard, Position start, int atOnce) {
            this.shard = shard;
            this.atOnce = atOnce;
            read(start);
        }

        boolean isEmpty() {
            return rows.isEmpty();
        }

        Position position() {
            return positionOf.apply(rows.getFirst());
        }

        T next() {
            var row = rows.removeFirst();
            if (rows.isEmpty() && !ended) {
                read(order.startBehind(positionOf.apply(row)));
            }
            return row;
        }

        private void read(Position start) {
            rows.addAll(reader.read(shard, start, atOnce));
            ended = rows.size() < atOnce;
        }
    }
}
