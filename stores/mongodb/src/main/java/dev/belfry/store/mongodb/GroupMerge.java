package dev.belfry.store.mongodb;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The first timers of a whole group, out of the first of each shard. Confined to a call.
 *
 * <p>Every shard is asked for a few at the same time; the nearest of all is next, and a shard whose
 * timers are used up is asked for more. Timers spread evenly over shards, so that the first round
 * is usually enough.
 */
final class GroupMerge {
    private static final int FEWEST_PER_SHARD = 4;

    private final PendingTimers timers;
    private final PositionRange range;

    GroupMerge(PendingTimers timers, PositionRange range) {
        this.timers = timers;
        this.range = range;
    }

    List<Timer> first(List<ShardId> shards, int limit) {
        int atOnce =
                Math.clamp(4L * limit / shards.size(), Math.min(FEWEST_PER_SHARD, limit), limit);
        var sources = new PriorityQueue<Source>(Comparator.comparing(Source::position));
        Database.PARALLEL.read(shards, shard -> new Source(shard, atOnce)).stream()
                .filter(source -> !source.isEmpty())
                .forEach(sources::add);
        var merged = new ArrayList<Timer>();
        while (merged.size() < limit && !sources.isEmpty()) {
            var nearest = sources.poll();
            merged.add(nearest.next());
            if (!nearest.isEmpty()) {
                sources.add(nearest);
            }
        }
        return merged;
    }

    /** The timers of one shard, as far as they were read. */
    private final class Source {
        private final ShardId shard;
        private final int atOnce;
        private final Deque<Timer> rows = new ArrayDeque<>();
        private boolean ended;

        Source(ShardId shard, int atOnce) {
            this.shard = shard;
            this.atOnce = atOnce;
            read(range.fromInclusive());
        }

        boolean isEmpty() {
            return rows.isEmpty();
        }

        Position position() {
            return rows.getFirst().position();
        }

        Timer next() {
            var row = rows.removeFirst();
            if (rows.isEmpty() && !ended) {
                read(row.position().next());
            }
            return row;
        }

        private void read(Position from) {
            rows.addAll(
                    timers.slice(shard, new PositionRange(from, range.untilExclusive()), atOnce));
            ended = rows.size() < atOnce;
        }
    }
}
