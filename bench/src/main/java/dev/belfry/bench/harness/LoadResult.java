package dev.belfry.bench.harness;

import java.util.Arrays;

/**
 * How creating timers went.
 *
 * @param p99Millis of a call
 * @param refused calls that were made again because the first was refused
 */
public record LoadResult(double perSecond, double p99Millis, int refused) {
    /**
     * The result of calls.
     *
     * @param latencies of each call
     * @param each how many timers a call had
     */
    static LoadResult of(long[] latencies, long wallNanos, int each, int refused) {
        var sorted = latencies.clone();
        Arrays.sort(sorted);
        return new LoadResult(
                (double) each * sorted.length * 1e9 / wallNanos,
                sorted[(int) Math.ceil(0.99 * sorted.length) - 1] / 1e6,
                refused);
    }
}
