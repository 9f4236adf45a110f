package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;

/** Keeps a single run that failed for good, beside the schedule it belongs to. */
record KeepRun(KeptTimer run) implements Mutation {
    @Override
    public TimerKey key() {
        return run.timer().key();
    }

    @Override
    public Decision decide(Entry before, Instant mark) {
        return before instanceof Entry.Pending
                ? Decision.unchanged(Verdict.SUPERSEDED, before)
                : new Decision(Verdict.SETTLED, before, new Entry.Kept(run));
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key(), run.timer().spec());
    }
}
