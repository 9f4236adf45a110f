package dev.belfry.core.schedule;

import static dev.belfry.core.Checks.invariant;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A timer's schedule, and where it stands in it.
 *
 * @param scheduledFor the instant of the run that is next or under way
 * @param run its number, from one
 * @param skipped how many runs were passed over so far, because their time had passed
 * @param paused whether no run starts
 * @param apart whether this is a single run beside the schedule, which goes on without it
 * @param failed instants of runs that failed for good and are kept, oldest first
 * @param redriven the run that was started again last, beside the schedule
 */
public record Recurrence(
        TimerSchedule schedule,
        Instant scheduledFor,
        long run,
        long skipped,
        boolean paused,
        boolean apart,
        List<Instant> failed,
        Optional<Redriven> redriven) {
    /**
     * A single run that was started again.
     *
     * @param run its instant
     * @param by the number of the change that did it: no two are alike
     */
    public record Redriven(Instant run, long by) {}

    /** Kept runs of one timer, so that an endpoint that is gone does not fill the store. */
    public static final int MAX_FAILED = 10;

    /** How many missed runs are made up for at most; the oldest go first. */
    public static final int MAX_CAUGHT_UP = 100;

    /** Up to here a run without catch-up is not missed, only late. */
    public static final Duration LATE = Duration.ofMinutes(1);

    /** Nobody needs to know more exactly how many were passed over at once. */
    private static final int MOST_COUNTED = 1_000;

    public Recurrence {
        scheduledFor = Instant.ofEpochMilli(scheduledFor.toEpochMilli());
        failed = List.copyOf(failed);
        invariant(run >= 1, "run %d", run);
    }

    /** The first run of a schedule that begins now. */
    public static Optional<Recurrence> first(TimerSchedule schedule, Instant now) {
        return schedule.next(now).map(at -> beginning(schedule, at));
    }

    private static Recurrence beginning(TimerSchedule schedule, Instant at) {
        return new Recurrence(schedule, at, 1, 0, false, false, List.of(), Optional.empty());
    }

    /** When this run may start at the earliest. */
    public Instant executeAt(long seed) {
        return scheduledFor.plus(schedule.offset(seed));
    }

    /** Whether the schedule has a run at this instant: not if it was changed meanwhile. */
    public boolean isOfSchedule() {
        return schedule.next(scheduledFor.minusMillis(1)).filter(scheduledFor::equals).isPresent();
    }

    /** The run after this one; none if it was the last. */
    public Optional<Recurrence> next(Instant now, long seed) {
        return schedule.count() > 0 && run >= schedule.count()
                ? Optional.empty()
                : step(scheduledFor, now, seed).map(step -> step.from(this, run + 1));
    }

    /**
     * This run, or the one that takes its place because its time has passed; none if there is no
     * other.
     */
    public Optional<Recurrence> inTime(Instant now, long seed) {
        return step(scheduledFor.minusMillis(1), now, seed).map(step -> step.from(this, run));
    }

    private record Step(Instant to, long skipped) {
        Recurrence from(Recurrence before, long run) {
            return new Recurrence(
                    before.schedule,
                    to,
                    run,
                    before.skipped + skipped,
                    before.paused,
                    before.apart,
                    before.failed,
                    before.redriven);
        }
    }

    private Optional<Step> step(Instant after, Instant clock, long seed) {
        var now = clock.minus(schedule.offset(seed));
        var first = schedule.next(after);
        if (first.isEmpty() || first.get().isAfter(now)) {
            return first.map(at -> new Step(at, 0));
        }
        var missed = schedule.last(after, now, MOST_COUNTED);
        int count = missed.size();
        var latest = missed.getLast();
        return switch (schedule.catchUp()) {
            case LATEST -> Optional.of(new Step(latest, count - 1));
            case NONE ->
                    latest.isBefore(now.minus(LATE))
                            ? schedule.next(now).map(at -> new Step(at, count))
                            : Optional.of(new Step(latest, count - 1));
            case ALL -> {
                int from = Math.max(0, count - MAX_CAUGHT_UP);
                yield Optional.of(new Step(missed.get(from), from));
            }
        };
    }

    public Recurrence paused(boolean nowPaused) {
        return new Recurrence(
                schedule, scheduledFor, run, skipped, nowPaused, apart, failed, redriven);
    }

    /** The same run at the instant of another. */
    public Recurrence movedTo(Recurrence other) {
        return new Recurrence(
                schedule, other.scheduledFor, run, skipped, paused, apart, failed, redriven);
    }

    /** The same place in another schedule. */
    public Recurrence schedule(TimerSchedule other) {
        return new Recurrence(other, scheduledFor, run, skipped, paused, apart, failed, redriven);
    }

    /** This run by itself. */
    public Recurrence alone() {
        return new Recurrence(
                schedule, scheduledFor, run, skipped, false, true, List.of(), Optional.empty());
    }

    /** With this run among those that failed; the oldest makes room. */
    public Recurrence failedRun() {
        var runs = new ArrayList<>(failed);
        runs.remove(scheduledFor);
        runs.add(scheduledFor);
        return failed(runs.subList(Math.max(0, runs.size() - MAX_FAILED), runs.size()));
    }

    public Recurrence failed(List<Instant> runs) {
        return new Recurrence(schedule, scheduledFor, run, skipped, paused, apart, runs, redriven);
    }

    /** With another run started again. */
    public Recurrence redriven(Redriven other) {
        return new Recurrence(
                schedule, scheduledFor, run, skipped, paused, apart, failed, Optional.of(other));
    }

    /** Instants of runs that may have rows of their own beside the schedule. */
    public Stream<Instant> runsBeside() {
        return Stream.concat(failed.stream(), redriven.map(Redriven::run).stream()).distinct();
    }
}
