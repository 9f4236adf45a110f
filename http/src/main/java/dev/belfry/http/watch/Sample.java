package dev.belfry.http.watch;

import dev.belfry.operate.metrics.Lateness;
import dev.belfry.operate.metrics.Totals;

/**
 * How a group stands at a moment.
 *
 * @param totals since the start
 * @param lateness since the start, and the latest since the last sample
 */
record Sample(long atMillis, Totals totals, Lateness lateness, long backlogMillis) {
    static Sample none(long atMillis) {
        return new Sample(atMillis, Totals.NONE, Lateness.NONE, 0);
    }

    /** Both together, as of the same moment. */
    Sample plus(Sample other) {
        return new Sample(
                atMillis,
                totals.plus(other.totals),
                lateness.plus(other.lateness),
                Math.max(backlogMillis, other.backlogMillis));
    }
}
