package dev.belfry.node.shard;

import dev.belfry.node.EngineClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** Things to do later, by monotonic time. Confined to one loop. */
public final class Reminders {
    private record Entry(long atNanos, long order, Runnable action) {}

    private final EngineClock clock;
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(
                    Comparator.comparingLong((Entry entry) -> entry.atNanos)
                            .thenComparingLong(entry -> entry.order));
    private long order;

    public Reminders(EngineClock clock) {
        this.clock = clock;
    }

    public void after(Duration delay, Runnable action) {
        entries.add(new Entry(clock.nanos() + delay.toNanos(), order++, action));
    }

    public void runDue() {
        long now = clock.nanos();
        while (!entries.isEmpty() && entries.element().atNanos - now <= 0) {
            entries.remove().action.run();
        }
    }

    public OptionalLong next() {
        return entries.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(entries.element().atNanos);
    }
}
