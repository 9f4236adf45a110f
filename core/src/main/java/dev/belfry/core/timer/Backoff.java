package dev.belfry.core.timer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The waits between attempts: exponential, with full jitter so that a herd spreads out. */
public final class Backoff {
    private Backoff() {}

    /** The longest wait after this many failed attempts. */
    public static Duration ceiling(RetryPolicy policy, int failedAttempts) {
        double initial = (double) policy.initialInterval().toMillis();
        double grown = initial * Math.pow(policy.backoffMultiplier(), failedAttempts - 1.0);
        return Duration.ofMillis((long) Math.min(grown, (double) policy.maxInterval().toMillis()));
    }

    /** A wait between one millisecond and the ceiling, evenly spread. */
    public static Duration jittered(
            RetryPolicy policy, int failedAttempts, RandomGenerator random) {
        return Duration.ofMillis(1 + random.nextLong(ceiling(policy, failedAttempts).toMillis()));
    }
}
