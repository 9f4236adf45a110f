package dev.belfry.check.simulation;

import dev.belfry.node.EngineClock;
import java.time.Duration;
import java.time.Instant;

/**
 * A node's clocks in virtual time: its wall clock may be off, stepped or drifting, and its
 * monotonic clock may run faster or slower than true time.
 */
public final class VirtualClock implements EngineClock {
    /** When virtual time begins; an arbitrary instant with nothing special about it. */
    public static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");

    private final EventQueue events;
    private final double rate;
    private Duration offset = Duration.ZERO;
    private double drift;
    private long driftSince;

    public VirtualClock(EventQueue events) {
        this(events, 1);
    }

    /**
     * @param rate of the monotonic clock: seconds in one true second
     */
    public VirtualClock(EventQueue events, double rate) {
        this.events = events;
        this.rate = rate;
    }

    @Override
    public Instant now() {
        return BEGIN.plusNanos(events.nowNanos()).plus(offset());
    }

    /** How far the wall clock is ahead of true time. */
    public Duration offset() {
        return offset.plusNanos((long) (drift * (events.nowNanos() - driftSince)));
    }

    @Override
    public long nanos() {
        return rate == 1 ? events.nowNanos() : (long) (events.nowNanos() * rate);
    }

    /** When in true time the monotonic clock shows this, or has just passed it. */
    long trueNanos(long nanos) {
        return rate == 1 ? nanos : (long) Math.ceil(nanos / rate) + 1;
    }

    /** Moves the wall clock; monotonic time goes on as before. */
    public void step(Duration by) {
        offset = offset.plus(by);
    }

    /** Sets how far the wall clock is off; from now on it does not drift. */
    public void set(Duration newOffset) {
        offset = newOffset;
        drift = 0;
    }

    /** From now on the wall clock gains so many seconds in each. */
    public void drift(double perSecond) {
        offset = offset();
        drift = perSecond;
        driftSince = events.nowNanos();
    }
}
