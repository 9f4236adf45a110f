package dev.belfry.operate.metrics;

/**
 * How late attempts were.
 *
 * @param millis of all since the start
 * @param mostMillis the latest since the last look
 */
public record Lateness(BucketCounts millis, double mostMillis) {
    public static final Lateness NONE = new Lateness(BucketCounts.NONE, 0);

    public Lateness plus(Lateness other) {
        return new Lateness(millis.plus(other.millis), Math.max(mostMillis, other.mostMillis));
    }
}
