package dev.belfry.check.history.check;

import java.time.Duration;
import java.util.Arrays;

/** How late first attempts started, in milliseconds. Confined to one check until it is read. */
public final class ObservedLateness {
    private long[] millis = new long[16];
    private int count;
    private boolean sorted = true;

    void add(Duration late) {
        if (count == millis.length) {
            millis = Arrays.copyOf(millis, 2 * count);
        }
        millis[count++] = Math.max(0, late.toMillis());
        sorted = false;
    }

    public int count() {
        return count;
    }

    /** The lateness that this share of the attempts did not exceed; zero if there are none. */
    public synchronized Duration percentile(double percent) {
        if (!sorted) {
            Arrays.sort(millis, 0, count);
            sorted = true;
        }
        int rank = (int) Math.ceil(percent / 100 * count);
        return count == 0 ? Duration.ZERO : Duration.ofMillis(millis[Math.max(0, rank - 1)]);
    }

    @Override
    public String toString() {
        return "p50 %d ms, p99 %d ms, p99.9 %d ms, max %d ms"
                .formatted(
                        percentile(50).toMillis(),
                        percentile(99).toMillis(),
                        percentile(99.9).toMillis(),
                        percentile(100).toMillis());
    }
}
