package dev.belfry.operate.metrics;

import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * How many of something lie up to each bound, the last of which is infinite: a histogram, as it
 * stood at a moment. Immutable.
 */
public final class BucketCounts {
    public static final BucketCounts NONE = new BucketCounts(new double[0], new double[0]);

    private final double[] bounds;
    private final double[] counts;

    private BucketCounts(double[] bounds, double[] counts) {
        this.bounds = bounds;
        this.counts = counts;
    }

    static BucketCounts of(HistogramSnapshot snapshot, TimeUnit unit) {
        return of(snapshot, bucket -> bucket.bucket(unit));
    }

    static BucketCounts of(HistogramSnapshot snapshot) {
        return of(snapshot, CountAtBucket::bucket);
    }

    private static BucketCounts of(
            HistogramSnapshot snapshot, ToDoubleFunction<CountAtBucket> bound) {
        var buckets = snapshot.histogramCounts();
        var bounds = Arrays.stream(buckets).mapToDouble(bound);
        var counts = Arrays.stream(buckets).mapToDouble(CountAtBucket::count);
        return new BucketCounts(
                DoubleStream.concat(bounds, DoubleStream.of(Double.POSITIVE_INFINITY)).toArray(),
                DoubleStream.concat(counts, DoubleStream.of((double) snapshot.count())).toArray());
    }

    public BucketCounts plus(BucketCounts other) {
        return counts.length == 0 ? other : combined(other, 1);
    }

    /** What has come in between. */
    public BucketCounts minus(BucketCounts earlier) {
        return combined(earlier, -1);
    }

    private BucketCounts combined(BucketCounts other, int sign) {
        var sums = counts.clone();
        for (int i = 0; i < Math.min(sums.length, other.counts.length); i++) {
            sums[i] += sign * other.counts[i];
        }
        return new BucketCounts(bounds, sums);
    }

    public double total() {
        return counts.length == 0 ? 0 : counts[counts.length - 1];
    }

    /**
     * What a share of them did not exceed, evenly spread within a bucket; not a number if there are
     * none.
     */
    public double quantile(double share) {
        double rank = share * total();
        if (total() <= 0) {
            return Double.NaN;
        }
        int i = 0;
        while (counts[i] < rank) {
            i++;
        }
        double below = i == 0 ? 0 : counts[i - 1];
        double from = i == 0 ? 0 : bounds[i - 1];
        double upTo = Double.isFinite(bounds[i]) ? bounds[i] : from;
        double inside = counts[i] - below;
        return inside <= 0 ? upTo : from + (upTo - from) * (rank - below) / inside;
    }
}
