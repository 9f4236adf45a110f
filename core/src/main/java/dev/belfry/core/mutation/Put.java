package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.List;

/** Schedules a timer, in place of whatever is there; over an identical one it changes nothing. */
public record Put(
        TimerKey key, TimerUuid uuid, TimerSpec spec, Precondition precondition, Stamp stamp)
        implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        if (before instanceof Entry.Pending(var timer)
                && timer.revision().equals(stamp.revision())) {
            return Decision.unchanged(earlierVerdict(timer), before);
        }
        if (!precondition.holds(before)) {
            return Decision.unchanged(Verdict.PRECONDITION_FAILED, before);
        }
        return switch (before) {
            case Entry.Absent() -> created(before, mark);
            case Entry.Pending(var timer) -> over(timer, before, mark);
            case Entry.Kept(var kept) when Create.isReachedAsAsked(kept, spec) ->
                    Decision.unchanged(Verdict.IDENTICAL, before);
            case Entry.Kept _ -> created(before, mark);
        };
    }

    private Verdict earlierVerdict(Timer timer) {
        return timer.createdAt().equals(stamp.now()) ? Verdict.CREATED : Verdict.REPLACED;
    }

    private Decision created(Entry before, Instant mark) {
        var timer = Create.fresh(key, uuid, spec, stamp, mark);
        return new Decision(Verdict.CREATED, before, new Entry.Pending(timer));
    }

    private Decision over(Timer timer, Entry before, Instant mark) {
        if (timer.spec().digest().equals(spec.digest())) {
            return Decision.unchanged(Verdict.IDENTICAL, before);
        }
        var replaced =
                timer.rescheduled(
                        stamp.after(timer.latest()),
                        spec,
                        Instants.max(spec.executeAt(), mark),
                        stamp.now());
        return new Decision(Verdict.REPLACED, before, new Entry.Pending(replaced));
    }

    /** The runs of the former schedule go with it. */
    @Override
    public List<Mutation> followers(Decision decision) {
        return decision.verdict() == Verdict.REPLACED ? Runs.deleted(decision).toList() : List.of();
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key, spec);
    }
}
