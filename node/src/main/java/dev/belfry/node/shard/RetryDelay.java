package dev.belfry.node.shard;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The waits between tries of something that must succeed in the end. Confined to one loop. */
final class RetryDelay {
    private static final long FIRST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 1_000;

    private final RandomGenerator random;
    private long ceilingMillis = FIRST_MILLIS;

    RetryDelay(RandomGenerator random) {
        this.random = random;
    }

    /** Half of the wait is jitter, so that many shards do not come back at once. */
    Duration next() {
        long ceiling = ceilingMillis;
        ceilingMillis = Math.min(LONGEST_MILLIS, 2 * ceilingMillis);
        return Duration.ofMillis(ceiling / 2 + random.nextLong(ceiling / 2 + 1));
    }

    void reset() {
        ceilingMillis = FIRST_MILLIS;
    }
}
