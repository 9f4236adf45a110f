package dev.belfry.node.shard;

import dev.belfry.node.EngineClock;
import java.time.Duration;
import java.time.Instant;

/** Clocks that go when told. */
final class SettableClock implements EngineClock {
    private Instant wall = Rows.NOON;
    private long nanos;

    @Override
    public Instant now() {
        return wall;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    void advance(Duration by) {
        step(by);
        nanos += by.toNanos();
    }

    /** Moves wall time alone. */
    void step(Duration by) {
        wall = wall.plus(by);
    }
}
