package dev.belfry.bench;

import dev.belfry.node.EngineClock;
import java.time.Duration;
import java.time.Instant;

/** The machine's clock, set to another instant. */
record ShiftedClock(Duration shift) implements EngineClock {
    static ShiftedClock startingAt(Instant instant) {
        return new ShiftedClock(Duration.between(Instant.now(), instant));
    }

    @Override
    public Instant now() {
        return Instant.now().plus(shift);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
