package dev.belfry.core.timer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The waits between attempts: exponential, with jitter over the upper half so that a herd spreads
 * out and no wait is nearly zero.
 */
public final class Backoff {
    private Backoff() {}

    /** The longest wait after this many failed attempts. */
    public static Duration ceiling(RetryPolicy policy, int failedAttempts) {
        double initial = (double) policy.initialInterval().toMillis();
        double grown = initial * Math.pow(policy.backoffMultiplier(), failedAttempts - 1.0);
        return Duration.ofMillis((long) Math.min(grown, (double) policy.maxInterval().toMillis()));
    }

    /** The shortest wait after this many failed attempts: half of the longest. */
    public static Duration floor(RetryPolicy policy, int failedAttempts) {
        return Duration.ofMillis((ceiling(policy, failedAttempts).toMillis() + 1) / 2);
    }

    /** A wait between the floor and the ceiling, evenly spread. */
    public static Duration jittered(
            RetryPolicy policy, int failedAttempts, RandomGenerator random) {
        long shortest = floor(policy, failedAttempts).toMillis();
        long longest = ceiling(policy, failedAttempts).toMillis();
        return Duration.ofMillis(random.nextLong(shortest, longest + 1));
    }
}
