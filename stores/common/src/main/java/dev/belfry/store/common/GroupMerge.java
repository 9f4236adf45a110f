package dev.belfry.store.common;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Parallel;
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
public final class GroupMerge<T> {
    private static final int FEWEST_PER_SHARD = 4;

    private final Parallel parallel;
    private final Comparator<T> order;
    private final Function<ShardId, ShardCursor<T>> cursors;

    public GroupMerge(
            Parallel parallel, Comparator<T> order, Function<ShardId, ShardCursor<T>> cursors) {
        this.parallel = parallel;
        this.order = order;
        this.cursors = cursors;
    }

    public List<T> first(List<ShardId> shards, int limit) {
        int atOnce =
                Math.clamp(4L * limit / shards.size(), Math.min(FEWEST_PER_SHARD, limit), limit);
        var sources = new PriorityQueue<Source>(Comparator.comparing(Source::nearest, order));
        parallel.read(shards, shard -> new Source(cursors.apply(shard), atOnce)).stream()
                .filter(source -> !source.isEmpty())
                .forEach(sources::add);
        var merged = new ArrayList<T>();
        while (merged.size() < limit && !sources.isEmpty()) {
            var source = sources.remove();
            merged.add(source.next());
            if (!source.isEmpty()) {
                sources.add(source);
            }
        }
        return merged;
    }

    /** The rows of one shard, as far as they were read. */
    private final class Source {
        private final ShardCursor<T> cursor;
        private final int atOnce;
        private final Deque<T> rows = new ArrayDeque<>();

        Source(ShardCursor<T> cursor, int atOnce) {
            this.cursor = cursor;
            this.atOnce = atOnce;
            fill();
        }

        boolean isEmpty() {
            return rows.isEmpty();
        }

        T nearest() {
            return rows.getFirst();
        }

        T next() {
            var row = rows.removeFirst();
            fill();
            return row;
        }

        private void fill() {
            while (rows.isEmpty() && !cursor.isAtEnd()) {
                rows.addAll(cursor.next(atOnce));
            }
        }
    }
}
