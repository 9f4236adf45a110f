package dev.belfry.core.mutation;

import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.Optional;

/** Schedules a timer unless one is there: an identical one is left alone, another is a conflict. */
public record Create(TimerKey key, TimerUuid uuid, TimerSpec spec, Stamp stamp)
        implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        return switch (before) {
            case Entry.Absent() -> created(before, mark);
            case Entry.Pending(var timer) -> Decision.unchanged(verdictOver(timer), before);
            case Entry.Kept(var kept) when isReachedAsAsked(kept, spec) ->
                    Decision.unchanged(Verdict.IDENTICAL, before);
            case Entry.Kept _ -> created(before, mark);
        };
    }

    private Verdict verdictOver(Timer existing) {
        if (existing.revision().equals(stamp.revision())) {
            return Verdict.CREATED;
        }
        return existing.spec().digest().equals(spec.digest()) ? Verdict.IDENTICAL : Verdict.EXISTS;
    }

    private Decision created(Entry before, Instant mark) {
        return new Decision(
                Verdict.CREATED, before, new Entry.Pending(fresh(key, uuid, spec, stamp, mark)));
    }

    /** The same request after it was reached schedules nothing: a repeat must be harmless. */
    static boolean isReachedAsAsked(KeptTimer kept, TimerSpec spec) {
        return kept.state() == TimerState.REACHED
                && kept.timer().spec().digest().equals(spec.digest());
    }

    static Timer fresh(TimerKey key, TimerUuid uuid, TimerSpec spec, Stamp stamp, Instant mark) {
        return new Timer(
                key,
                uuid,
                Generation.startedBy(stamp.revision()),
                stamp.revision(),
                spec,
                Instants.max(spec.executeAt(), mark),
                0,
                Optional.empty(),
                AttemptLog.NONE,
                stamp.now(),
                stamp.now());
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key, spec);
    }
}
