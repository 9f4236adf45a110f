package dev.belfry.node.shard;

import java.time.Duration;
import java.util.Arrays;

/**
 * How often something happened lately, and how long it took. Counts in two windows, the present and
 * the former one, so that it costs a few bytes and no clock of its own. Confined to one loop.
 */
final class RecentTimes {
    private static final long WINDOW_NANOS = Duration.ofSeconds(10).toNanos();

    /** A rate is taken over at least so long: one event is no hundred a second. */
    private static final long SHORTEST_NANOS = Duration.ofSeconds(1).toNanos();

    private static final double NANOS = 1e9;

    private static final long[] BOUNDS = {
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000,
        3_600_000
    };

    private int[] present = new int[BOUNDS.length + 1];
    private int[] former = new int[BOUNDS.length + 1];
    private long beganNanos;
    private long formerNanos;
    private boolean hasBegun;

    void record(long nowNanos, long millis) {
        roll(nowNanos);
        present[bucket(millis)]++;
    }

    /** Most are quick, so that the first bounds are looked at first. */
    private static int bucket(long millis) {
        int bucket = 0;
        while (bucket < BOUNDS.length && millis > BOUNDS[bucket]) {
            bucket++;
        }
        return bucket;
    }

    private void roll(long nowNanos) {
        if (!hasBegun) {
            hasBegun = true;
            beganNanos = nowNanos;
            return;
        }
        long age = nowNanos - beganNanos;
        if (age < WINDOW_NANOS) {
            return;
        }
        var oldest = former;
        former = present;
        present = oldest;
        Arrays.fill(present, 0);
        if (age >= 2 * WINDOW_NANOS) {
            Arrays.fill(former, 0);
        }
        formerNanos = WINDOW_NANOS;
        beganNanos = nowNanos - age % WINDOW_NANOS;
    }

    double perSecond(long nowNanos) {
        roll(nowNanos);
        long span = Math.max(SHORTEST_NANOS, formerNanos + nowNanos - beganNanos);
        return count() / (span / NANOS);
    }

    long count() {
        long count = 0;
        for (int i = 0; i < present.length; i++) {
            count += present[i] + former[i];
        }
        return count;
    }

    /** The bound that a share of them did not exceed; zero if there were none. */
    long quantileMillis(double share, long nowNanos) {
        roll(nowNanos);
        long rank = (long) Math.ceil(share * count());
        long seen = 0;
        for (int i = 0; i < BOUNDS.length; i++) {
            seen += present[i] + former[i];
            if (rank > 0 && seen >= rank) {
                return BOUNDS[i];
            }
        }
        return rank == 0 ? 0 : BOUNDS[BOUNDS.length - 1];
    }
}
