package dev.belfry.core.mutation;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;

/**
 * Pauses the schedule of a timer, or resumes it. A run that is due already is let go on, with its
 * retries; the pause is for those after it.
 */
public record PauseRuns(TimerKey key, boolean pause, Precondition precondition, Stamp stamp)
        implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        if (before instanceof Entry.Pending(var timer)
                && timer.revision().equals(stamp.revision())) {
            return Decision.unchanged(Verdict.PATCHED, before);
        }
        if (!before.isGone() && !precondition.holds(before)) {
            return Decision.unchanged(Verdict.PRECONDITION_FAILED, before);
        }
        return before instanceof Entry.Pending(var timer)
                ? timer.recurrence()
                        .map(place -> changed(timer, place, before, mark))
                        .orElseGet(() -> Decision.unchanged(Verdict.NO_SCHEDULE, before))
                : Decision.unchanged(Verdict.NOT_FOUND, before);
    }

    private Decision changed(Timer timer, Recurrence place, Entry before, Instant mark) {
        if (place.paused() == pause) {
            return Decision.unchanged(Verdict.IDENTICAL, before);
        }
        var other = place.paused(pause);
        var after =
                isUnderWay(timer)
                        ? timer.changed(
                                stamp.after(timer.latest()),
                                timer.spec().recurrence(other),
                                stamp.now())
                        : moved(timer, inTime(timer, other), mark);
        return new Decision(Verdict.PATCHED, before, new Entry.Pending(after));
    }

    /** A run that stays the same keeps its generation: it may have been tried before a crash. */
    private Timer moved(Timer timer, Recurrence place, Instant mark) {
        var revision = stamp.after(timer.latest());
        boolean same =
                timer.recurrence()
                        .filter(former -> former.scheduledFor().equals(place.scheduledFor()))
                        .isPresent();
        var generation = same ? timer.generation() : Generation.startedBy(revision);
        var run = timer.nextRun(place, generation, stamp.now()).asRun(generation, revision);
        return run.firingAt(Instants.max(run.fireAt(), mark));
    }

    private boolean isUnderWay(Timer timer) {
        boolean isOutOfReach = timer.spec().executeAt().equals(Instants.LATEST);
        return !isOutOfReach && (timer.attempts() > 0 || !timer.fireAt().isAfter(stamp.now()));
    }

    /** What was missed meanwhile is caught up by the schedule's own rule. */
    private Recurrence inTime(Timer timer, Recurrence place) {
        return pause ? place : place.inTime(stamp.now(), timer.uuid().low()).orElse(place);
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key);
    }
}
