package dev.belfry.operate.metrics;

import java.time.Duration;
import java.util.stream.LongStream;

/** The bounds of histograms. */
final class Buckets {
    /** From a store beside us to one that is about to be given up. */
    static final Duration[] STORE =
            millis(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000);

    /** From as good as possible to a backlog of an hour. */
    static final Duration[] LATENESS =
            millis(
                    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000,
                    300_000, 3_600_000);

    /** Up to the longest callback timeout. */
    static final Duration[] CALLBACK =
            millis(
                    5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000,
                    900_000);

    static final double[] COMMIT_SIZE = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000};

    private Buckets() {}

    private static Duration[] millis(long... bounds) {
        return LongStream.of(bounds).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}
