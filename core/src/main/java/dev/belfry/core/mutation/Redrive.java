package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;

/**
 * Schedules a failed timer anew, for now: the retry policy counts from executeAt, so an old one
 * would give up at the first failure.
 */
public record Redrive(TimerKey key, Stamp stamp) implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        return switch (before) {
            case Entry.Absent() -> Decision.unchanged(Verdict.NOT_FOUND, before);
            case Entry.Pending(var timer) ->
                    Decision.unchanged(
                            timer.revision().equals(stamp.revision())
                                    ? Verdict.REDRIVEN
                                    : Verdict.EXISTS,
                            before);
            case Entry.Kept(var kept) when kept.state() == TimerState.FAILED ->
                    redriven(kept, before, mark);
            case Entry.Kept _ -> Decision.unchanged(Verdict.NOT_FOUND, before);
        };
    }

    private Decision redriven(KeptTimer kept, Entry before, Instant mark) {
        var spec = kept.timer().spec().executeAt(stamp.now());
        var timer =
                kept.timer()
                        .rescheduled(
                                stamp.after(kept.timer().latest()),
                                spec,
                                Instants.max(spec.executeAt(), mark),
                                stamp.now());
        return new Decision(Verdict.REDRIVEN, before, new Entry.Pending(timer));
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key);
    }
}
