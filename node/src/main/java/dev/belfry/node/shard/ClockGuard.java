package dev.belfry.node.shard;

import dev.belfry.node.EngineClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Notices when wall time and monotonic time go apart. Timers are slept for by the one and decided
 * by the other, so firing waits until the two agree again for a while. Confined to one loop.
 */
final class ClockGuard {
    /** Larger than any slewing of a healthy clock between two looks. */
    private static final Duration TOLERANCE = Duration.ofMillis(250);

    /** How long the clocks must agree before firing goes on; long enough to compare with others. */
    static final Duration PROBATION = Duration.ofSeconds(1);

    /** A disciplined clock may run this much faster or slower; a long sleep adds up. */
    private static final double DRIFT = 0.001;

    private final EngineClock clock;
    private Instant lastWall;
    private long lastNanos;
    private long trustedFromNanos;

    ClockGuard(EngineClock clock) {
        this.clock = clock;
        lastWall = clock.now();
        lastNanos = clock.nanos();
        trustedFromNanos = lastNanos;
    }

    /** Looks at both clocks; tells by how much they jumped apart since the last look. */
    Optional<Duration> look() {
        var wall = clock.now();
        long nanos = clock.nanos();
        var slept = Duration.ofNanos(nanos - lastNanos);
        var apart = Duration.between(lastWall, wall).minus(slept);
        lastWall = wall;
        lastNanos = nanos;
        var tolerated = TOLERANCE.plusNanos((long) (slept.toNanos() * DRIFT));
        if (apart.abs().compareTo(tolerated) <= 0) {
            return Optional.empty();
        }
        trustedFromNanos = nanos + PROBATION.toNanos();
        return Optional.of(apart);
    }

    boolean isTrusted() {
        return lastNanos - trustedFromNanos >= 0;
    }
}
