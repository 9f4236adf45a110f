package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;

/**
 * Schedules a timer anew, for now. One that is due already stays as it is: it is about to start, or
 * an attempt is under way, and a new schedule would only call the receiver twice.
 */
public record Fire(TimerKey key, Precondition precondition, Stamp stamp) implements Mutation {
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
            case Entry.Pending(var timer) when !timer.fireAt().isAfter(stamp.now()) ->
                    Decision.unchanged(Verdict.IDENTICAL, before);
            case Entry.Pending(var timer) -> fired(timer, before, mark);
            // A failed one is redriven, which says that its failure has been looked at.
            case Entry.Kept(var kept) when kept.state() == TimerState.FAILED ->
                    Decision.unchanged(Verdict.EXISTS, before);
            case Entry.Kept(var kept) -> fired(kept.timer(), before, mark);
        };
    }

    private Decision fired(Timer timer, Entry before, Instant mark) {
        var spec = timer.spec().executeAt(stamp.now());
        var after =
                timer.rescheduled(
                        stamp.after(timer.latest()),
                        spec,
                        Instants.max(spec.executeAt(), mark),
                        stamp.now());
        return new Decision(Verdict.PATCHED, before, new Entry.Pending(after));
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key);
    }
}
