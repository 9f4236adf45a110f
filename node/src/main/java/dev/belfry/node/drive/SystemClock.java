package dev.belfry.node.drive;

import dev.belfry.node.EngineClock;
import java.time.Instant;

/** The machine's own clocks. */
public final class SystemClock implements EngineClock {
    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
