package dev.belfry.bench.floors;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.bench.harness.SampleTimer;
import dev.belfry.bench.harness.SampleTimers;
import java.time.Instant;

/**
 * What a database is filled with: timers of the far future, and among them, evenly spread over the
 * table, some that are due.
 *
 * @param timers in all
 * @param due how many of them are due
 * @param dueAt since when they are
 * @param receiver whom those that are due call
 */
public record LoadPlan(long timers, int due, Instant dueAt, String receiver) {
    private static final SampleTimers WAITING = new SampleTimers("order-reminder");

    public LoadPlan {
        invariant(timers >= due, "%d timers are too few for %d that are due", timers, due);
    }

    /** The timer in this place of the table. */
    SampleTimer timer(long number) {
        return dueAmong(number + 1) > dueAmong(number)
                ? SampleTimers.calling(receiver, "first").at(number, dueAt)
                : WAITING.waiting(number);
    }

    /** How many of the first timers are due. */
    private long dueAmong(long first) {
        return first * due / timers;
    }
}
