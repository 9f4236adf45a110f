package dev.belfry.check.simulation;

import dev.belfry.node.EngineClock;
import java.time.Duration;
import java.time.Instant;

/** A node's clocks in virtual time: its wall clock may be off, and may be stepped. */
public final class VirtualClock implements EngineClock {
    /** When virtual time begins; an arbitrary instant with nothing special about it. */
    public static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");

    private final EventQueue events;
    private Duration offset = Duration.ZERO;

    public VirtualClock(EventQueue events) {
        this.events = events;
    }

    @Override
    public Instant now() {
        return BEGIN.plusNanos(events.nowNanos()).plus(offset);
    }

    @Override
    public long nanos() {
        return events.nowNanos();
    }

    /** Moves the wall clock; monotonic time goes on as before. */
    public void step(Duration by) {
        offset = offset.plus(by);
    }

    /** Sets how far the wall clock is off. */
    public void set(Duration newOffset) {
        offset = newOffset;
    }
}
