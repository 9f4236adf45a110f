package dev.belfry.check.simulation;

import java.time.Duration;
import java.util.PriorityQueue;

/**
 * Virtual time: events run one after the other, by time and then by the order they were made in.
 */
public final class EventQueue {
    private record Event(long atNanos, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long order;

    public long nowNanos() {
        return nowNanos;
    }

    public void after(Duration delay, Runnable action) {
        at(nowNanos + delay.toNanos(), action);
    }

    /** What lies in the past happens now. */
    public void at(long atNanos, Runnable action) {
        events.add(new Event(Math.max(nowNanos, atNanos), order++, action));
    }

    /** Runs all events up to some time from now; then it is that time. */
    public void run(Duration duration) {
        long until = nowNanos + duration.toNanos();
        while (!events.isEmpty() && events.element().atNanos <= until) {
            runNext();
        }
        nowNanos = until;
    }

    /** Runs the next so many events, or all there are if those are fewer. */
    public void runEvents(int count) {
        for (int i = 0; i < count && !events.isEmpty(); i++) {
            runNext();
        }
    }

    private void runNext() {
        var event = events.remove();
        nowNanos = event.atNanos;
        event.action.run();
    }

    /** How many events have been made so far. */
    public long count() {
        return order;
    }
}
