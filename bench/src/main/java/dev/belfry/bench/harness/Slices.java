package dev.belfry.bench.harness;

import java.time.Duration;
import java.util.Locale;

/**
 * Work for a certain time, in slices: how much that is shows while it is done. Confined to one
 * thread.
 */
final class Slices {
    /** A first slice says little of how fast it will be. */
    private static final int LARGEST_STEP = 4;

    /** Of the time; so little that is left is not worth another slice. */
    private static final int ROUNDED = 10;

    private final Duration time;
    private Duration left;
    private int count;
    private int done;

    /**
     * @param first how many the first slice has
     */
    Slices(Duration time, int first) {
        this.time = time;
        this.left = time;
        this.count = first;
    }

    boolean areOver() {
        return left.compareTo(time.dividedBy(ROUNDED)) <= 0;
    }

    /** How many the next slice has. */
    int next() {
        return count;
    }

    /** How many were done, and for how long. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d in %.1f s", done, time.minus(left).toMillis() / 1e3);
    }

    /** So many were done in this time. */
    void took(int some, Duration slice) {
        left = left.minus(slice);
        done += some;
        double fits = (double) left.toNanos() / Math.max(1, slice.toNanos());
        count = (int) Math.max(1, some * Math.min(LARGEST_STEP, fits));
    }
}
