package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Timer;
import dev.belfry.store.common.PageFill;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Reads a page of a shard's pending timers out of as many answers as it takes. Confined to a call.
 */
final class PageReader {
    private final DynamoCursor cursor;
    private final PositionRange range;
    private final PageFill page;

    PageReader(DynamoTable table, ShardId shard, PositionRange range, PageLimit limit) {
        this.range = range;
        this.page = new PageFill(limit);
        this.cursor =
                new DynamoCursor(table, shard, IndexRange.pending(range), Select.ALL_ATTRIBUTES);
    }

    Page read() {
        while (!cursor.isAtEnd() && !page.isFull()) {
            for (var item : cursor.next(page.rowsLeft())) {
                var timer = timer(item);
                if (page.isFull()) {
                    return page.upTo(timer.position());
                }
                page.add(timer);
            }
        }
        return page.upTo(cursor.isAtEnd() ? range.untilExclusive() : page.behindLast());
    }

    private Timer timer(Item item) {
        return TimerItems.entry(item, cursor.shard().group()).pending().orElseThrow();
    }
}
