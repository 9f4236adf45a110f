package dev.belfry.core.shard;

import static dev.belfry.core.Checks.require;

/**
 * How often something may happen.
 *
 * @param perSecond on average; less than one means seconds between two
 * @param burst how many may come at once after a rest
 */
public record Rate(double perSecond, int burst) {
    private static final double SLOWEST = 0.001;
    private static final double FASTEST = 1_000_000;
    private static final int MAX_BURST = 1_000_000;

    public Rate {
        requireInRange(perSecond, "limits.ratePerSecond");
        require(burst >= 1 && burst <= MAX_BURST, "limits.burst", "must be 1 to %d", MAX_BURST);
    }

    private static void requireInRange(double perSecond, String field) {
        require(perSecond >= SLOWEST && perSecond <= FASTEST, field, "must be 0.001 to 1000000");
    }

    /** The same for the hosts of a group. */
    public static Rate perSecondToHost(double perSecond) {
        requireInRange(perSecond, "limits.hostRatePerSecond");
        return perSecond(perSecond);
    }

    /** A rate of which as much may come at once as comes in a second, and one at least. */
    public static Rate perSecond(double perSecond) {
        return new Rate(perSecond, (int) Math.clamp(Math.ceil(perSecond), 1, MAX_BURST));
    }
}
