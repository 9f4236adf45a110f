package dev.belfry.bench;

import static dev.belfry.core.Checks.invariant;

import java.time.Duration;
import java.time.Instant;

/**
 * What a file is filled with: timers of the far future, and among them, evenly spread over the
 * file, those that are due in each round. A round has a day of its own, so that an engine whose
 * clock is set behind it finds only that one's timers due.
 *
 * @param timers in all
 * @param due in each round
 */
record LoadPlan(long timers, int rounds, int due) {
    private static final Instant FIRST_DAY = Instant.parse("2040-01-01T00:00:00Z");

    /** Half a day: the other half leaves an engine time before the next round's are due. */
    private static final Duration DUE_SPAN = Duration.ofHours(12);

    LoadPlan {
        invariant(timers >= allDue(rounds, due), "%d timers are too few", timers);
    }

    private static long allDue(int rounds, int due) {
        return (long) rounds * due;
    }

    /** The timer in this place of the file. */
    NewTimer timer(long number) {
        var samples = new SampleTimers("order-reminder");
        long dueBefore = dueAmong(number);
        return dueAmong(number + 1) > dueBefore
                ? samples.within(number, day((int) (dueBefore % rounds)), DUE_SPAN)
                : samples.waiting(number);
    }

    /** How many of the first timers are due in some round. */
    private long dueAmong(long first) {
        return first * allDue(rounds, due) / timers;
    }

    private static Instant day(int round) {
        return FIRST_DAY.plus(Duration.ofDays(round));
    }

    /** When all timers of a round are due, and none of the next. */
    static Instant dueAt(int round) {
        return day(round).plus(DUE_SPAN);
    }
}
