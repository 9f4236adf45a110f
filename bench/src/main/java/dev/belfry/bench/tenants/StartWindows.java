package dev.belfry.bench.tenants;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many starts fall into windows of time, wherever they begin.
 *
 * @param counts of one window for each tenth of a second in which one can begin
 */
record StartWindows(List<Integer> counts) {
    private static final Duration STEP = Duration.ofMillis(100);

    /**
     * All windows that lie between two instants.
     *
     * @param length of a window
     */
    static StartWindows between(
            Instant from, Instant until, Duration length, List<Instant> starts) {
        var steps = new int[steps(from, until)];
        starts.stream()
                .filter(it -> !it.isBefore(from) && steps(from, it) < steps.length)
                .forEach(it -> steps[steps(from, it)]++);
        int wide = steps(from, from.plus(length));
        return new StartWindows(
                IntStream.rangeClosed(0, steps.length - wide)
                        .map(first -> IntStream.range(first, first + wide).map(i -> steps[i]).sum())
                        .boxed()
                        .toList());
    }

    private static int steps(Instant from, Instant until) {
        return (int) Duration.between(from, until).dividedBy(STEP);
    }

    int largest() {
        return Collections.max(counts);
    }

    int smallest() {
        return Collections.min(counts);
    }

    /** How long after the first window one of so many begins. */
    Duration after(int count) {
        return STEP.multipliedBy(counts.indexOf(count));
    }
}
