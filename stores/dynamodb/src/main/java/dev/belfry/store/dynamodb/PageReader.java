package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Reads a page of a shard's pending timers out of as many answers as it takes. Confined to a call.
 */
final class PageReader {
    private final PageLimit limit;
    private final Cursor cursor;
    private final PositionRange range;
    private final List<Timer> timers = new ArrayList<>();
    private long bytes;

    PageReader(Table table, ShardId shard, PositionRange range, PageLimit limit) {
        this.limit = limit;
        this.range = range;
        this.cursor = new Cursor(table, shard, IndexRange.pending(range), Select.ALL_ATTRIBUTES);
    }

    Page read() {
        while (!cursor.isAtEnd() && !isFull()) {
            for (var item : cursor.next(limit.rows() - timers.size())) {
                var timer = timer(item);
                if (isFull()) {
                    return new Page(timers, timer.position());
                }
                timers.add(timer);
                bytes += timer.heapBytes();
            }
        }
        return new Page(timers, knownUntil());
    }

    private boolean isFull() {
        return timers.size() == limit.rows() || bytes >= limit.bytes();
    }

    private Position knownUntil() {
        return cursor.isAtEnd() ? range.untilExclusive() : timers.getLast().position().next();
    }

    private Timer timer(Item item) {
        return TimerItems.entry(item, cursor.shard().group()).pending().orElseThrow();
    }
}
