package dev.belfry.check.history.check;

import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time: what is to happen, in order. */
final class Agenda {
    private record Item(Instant at, long number, Runnable action) {}

    private final PriorityQueue<Item> items =
            new PriorityQueue<>(Comparator.comparing(Item::at).thenComparingLong(Item::number));
    private Instant now;
    private long count;

    Agenda(Instant start) {
        this.now = start;
    }

    Instant now() {
        return now;
    }

    void in(long millis, Runnable action) {
        at(now.plusMillis(millis), action);
    }

    void at(Instant instant, Runnable action) {
        items.add(new Item(instant.isBefore(now) ? now : instant, count++, action));
    }

    /** Does everything up to an instant. */
    void runUntil(Instant end) {
        while (!items.isEmpty() && !items.peek().at().isAfter(end)) {
            var item = items.remove();
            now = item.at();
            item.action().run();
        }
        now = end;
    }
}
