package dev.belfry.core.mutation;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import java.time.Instant;

/**
 * Changes some fields. Another executeAt starts a new schedule, also of a timer that is kept; other
 * fields leave the schedule, and an attempt under way, as they are. Stored headers do not follow
 * the timer to another origin.
 */
public record Patch(TimerKey key, TimerPatch patch, Precondition precondition, Stamp stamp)
        implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        if (before instanceof Entry.Pending(var timer)
                && timer.revision().equals(stamp.revision())) {
            return Decision.unchanged(Verdict.PATCHED, before);
        }
        if (before.isGone()) {
            return Decision.unchanged(Verdict.NOT_FOUND, before);
        }
        if (!precondition.holds(before)) {
            return Decision.unchanged(Verdict.PRECONDITION_FAILED, before);
        }
        return switch (before) {
            case Entry.Absent() -> Decision.unchanged(Verdict.NOT_FOUND, before);
            case Entry.Pending(var timer) -> patched(timer, before, mark);
            case Entry.Kept(var kept) -> revived(kept.timer(), before, mark);
        };
    }

    private Decision patched(Timer timer, Entry before, Instant mark) {
        if (patch.takesHeadersElsewhere(timer.spec())) {
            return Decision.unchanged(Verdict.HEADERS_REQUIRED, before);
        }
        if (patch.schedule().isPresent() && timer.recurrence().isEmpty()) {
            return Decision.unchanged(Verdict.NO_SCHEDULE, before);
        }
        var changed = patch.applyTo(timer.spec());
        if (changed.equals(timer.spec())) {
            return Decision.unchanged(Verdict.IDENTICAL, before);
        }
        var spec = patch.schedule().isPresent() ? atItsNextRun(timer, changed) : changed;
        var revision = stamp.after(timer.latest());
        var after =
                spec.executeAt().equals(timer.spec().executeAt())
                        ? timer.changed(revision, spec, stamp.now())
                        : rescheduled(timer, spec, mark);
        return new Decision(Verdict.PATCHED, before, new Entry.Pending(after));
    }

    /**
     * Another schedule begins with its first run from now on; but a run that is due already is let
     * go on, and the schedule continues after it.
     */
    private TimerSpec atItsNextRun(Timer timer, TimerSpec changed) {
        var place = changed.recurrence().orElseThrow();
        boolean stays =
                place.paused() || timer.attempts() > 0 || !timer.fireAt().isAfter(stamp.now());
        return stays
                ? changed
                : Recurrence.first(place.schedule(), stamp.now())
                        .map(place::movedTo)
                        .map(
                                run ->
                                        timer.changed(timer.revision(), changed, stamp.now())
                                                .nextRun(run, timer.generation(), stamp.now())
                                                .spec())
                        .orElse(changed);
    }

    private Decision revived(Timer timer, Entry before, Instant mark) {
        if (patch.executeAt().isEmpty() || timer.spec().recurrence().isPresent()) {
            return Decision.unchanged(Verdict.NOT_FOUND, before);
        }
        if (patch.takesHeadersElsewhere(timer.spec())) {
            return Decision.unchanged(Verdict.HEADERS_REQUIRED, before);
        }
        var after = rescheduled(timer, patch.applyTo(timer.spec()), mark);
        return new Decision(Verdict.PATCHED, before, new Entry.Pending(after));
    }

    private Timer rescheduled(Timer timer, TimerSpec spec, Instant mark) {
        return timer.rescheduled(
                stamp.after(timer.latest()),
                spec,
                Instants.max(spec.executeAt(), mark),
                stamp.now());
    }

    /** It may rewrite a row whose payload it does not carry, so the row's size is not known. */
    @Override
    public int sizeBytes() {
        return Sizes.of(key) + patch.sizeBytes();
    }
}
