package dev.belfry.core.schedule;

import static dev.belfry.core.Checks.require;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When a timer runs again and again, as asked.
 *
 * @param startAt no run is before it
 * @param endAt no run is after it
 * @param count how many runs there are at most; zero is no limit
 * @param jitter the window over which timers of one instant spread; each has its own place in it
 */
public record TimerSchedule(
        Rule rule,
        Optional<Instant> startAt,
        Optional<Instant> endAt,
        long count,
        CatchUp catchUp,
        Duration jitter,
        OnFailure onFailure) {
    public static final long MAX_COUNT = 1_000_000_000_000L;
    public static final Duration MAX_JITTER = Duration.ofDays(1);

    /** Instants beyond can not be stored, also with a jitter. */
    private static final Instant LAST = Instant.parse("9999-12-01T00:00:00Z");

    public TimerSchedule {
        startAt = startAt.map(TimerSchedule::millis);
        endAt = endAt.map(TimerSchedule::millis);
        require(count >= 0 && count <= MAX_COUNT, "schedule.count", "must be 1 to %d", MAX_COUNT);
        require(
                !jitter.isNegative() && jitter.compareTo(MAX_JITTER) <= 0,
                "schedule.jitter",
                "must be 0s to 1d");
        require(
                startAt.isEmpty() || endAt.isEmpty() || !endAt.get().isBefore(startAt.get()),
                "schedule.endAt",
                "is before startAt");
    }

    /** A schedule of this rule alone, with what most people want of the rest. */
    public static TimerSchedule of(Rule rule) {
        return new TimerSchedule(
                rule,
                Optional.empty(),
                Optional.empty(),
                0,
                CatchUp.LATEST,
                Duration.ZERO,
                OnFailure.CONTINUE);
    }

    private static Instant millis(Instant instant) {
        return Instant.ofEpochMilli(instant.toEpochMilli());
    }

    /** The first run strictly after an instant. */
    public Optional<Instant> next(Instant after) {
        var from = startAt.map(start -> start.minusMillis(1)).filter(after::isBefore).orElse(after);
        var last = endAt.filter(LAST::isAfter).orElse(LAST);
        return rule.next(from).filter(run -> !run.isAfter(last));
    }

    /** How far behind its instant this timer runs, within the window: the same for every run. */
    Duration offset(long seed) {
        return Duration.ofMillis(Long.remainderUnsigned(seed, jitter.toMillis() + 1));
    }

    /** The last runs after one instant and not after another, in order, at most so many. */
    List<Instant> last(Instant after, Instant until, int limit) {
        return new LookBack(this::next, until, limit).after(after);
    }
}
