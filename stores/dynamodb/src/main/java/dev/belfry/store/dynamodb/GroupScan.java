package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The first timers of a whole group in a range of an index. Confined to a call.
 *
 * <p>Each shard is asked for a few keys, all at the same time, and the shards are merged; one whose
 * keys are used up is asked for more. Only the timers that are wanted in the end are read whole.
 */
final class GroupScan {
    private static final int FEWEST_PER_SHARD = 4;

    private final Table table;
    private final Group group;
    private final IndexRange range;
    private final int perShard;
    private final int limit;

    GroupScan(Table table, Group group, IndexRange range, int limit) {
        this.table = table;
        this.group = group;
        this.range = range;
        this.limit = limit;
        this.perShard =
                Math.max(FEWEST_PER_SHARD, (int) Math.min(limit, 4L * limit / group.shardCount()));
    }

    /** The entries as they are now; some may have changed since their keys were read. */
    List<Entry> entries() {
        var keys = keys();
        var found = table.get(keys);
        return keys.stream()
                .map(found::get)
                .filter(Objects::nonNull)
                .map(item -> TimerItems.entry(item, group.id()))
                .toList();
    }

    private List<ItemKey> keys() {
        var order = Comparator.comparing(Source::position);
        var sources =
                new PriorityQueue<Source>(
                        range.order() == IndexRange.Order.ASCENDING ? order : order.reversed());
        table.calls().each(group.shards(), shard -> new Source(cursor(shard)).filled()).stream()
                .filter(Source::hasNext)
                .forEach(sources::add);
        var keys = new ArrayList<ItemKey>();
        while (keys.size() < limit && !sources.isEmpty()) {
            var source = sources.remove();
            keys.add(source.next());
            if (source.filled().hasNext()) {
                sources.add(source);
            }
        }
        return keys;
    }

    private Cursor cursor(ShardId shard) {
        return new Cursor(table, shard, range, Select.ALL_PROJECTED_ATTRIBUTES);
    }

    /** The keys of one shard, in order. */
    private final class Source {
        private final Cursor cursor;
        private final Deque<Item> read = new ArrayDeque<>();

        Source(Cursor cursor) {
            this.cursor = cursor;
        }

        Source filled() {
            while (read.isEmpty() && !cursor.isAtEnd()) {
                read.addAll(cursor.next(perShard));
            }
            return this;
        }

        boolean hasNext() {
            return !read.isEmpty();
        }

        Position position() {
            return PositionBytes.position(read.getFirst().bytes(range.sortKey()));
        }

        ItemKey next() {
            return ItemKey.of(read.removeFirst().attributes());
        }
    }
}
