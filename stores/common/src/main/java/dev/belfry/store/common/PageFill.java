package dev.belfry.store.common;

import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.ArrayList;
import java.util.List;

/**
 * A page in the making: it takes timers until its rows or its bytes are full. Confined to a call.
 */
public final class PageFill {
    private static final int MOST_ROWS_TO_ASK = 1_000;

    private final PageLimit limit;
    private final List<Timer> timers = new ArrayList<>();
    private long bytes;

    public PageFill(PageLimit limit) {
        this.limit = limit;
    }

    public boolean isFull() {
        return timers.size() == limit.rows() || hasAllBytes();
    }

    /** Whether it is full by its bytes, whatever the rows. */
    public boolean hasAllBytes() {
        return bytes >= limit.bytes();
    }

    public void add(Timer timer) {
        timers.add(timer);
        bytes += timer.heapBytes();
    }

    public int rowsLeft() {
        return limit.rows() - timers.size();
    }

    /**
     * One row more than there is room for, by the size of those before: servers count rows only,
     * and payloads may be large.
     *
     * @param first when nothing is known of the rows' size
     */
    public int rowsToAsk(int first) {
        if (timers.isEmpty()) {
            return first;
        }
        long room = (limit.bytes() - bytes) / Math.max(1, bytes / timers.size());
        return Math.clamp(Math.min(rowsLeft(), room) + 1L, 1, MOST_ROWS_TO_ASK);
    }

    /** Right behind the last timer; there must be one. */
    public Position behindLast() {
        return timers.getLast().position().next();
    }

    /** The page, of which it is known up to where it is whole. */
    public Page upTo(Position knownUntil) {
        return new Page(timers, knownUntil);
    }
}
