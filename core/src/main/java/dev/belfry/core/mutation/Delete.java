package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;

/** Removes a timer, pending or kept. */
public record Delete(TimerKey key, Precondition precondition) implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        if (before instanceof Entry.Absent) {
            return Decision.unchanged(Verdict.NOT_FOUND, before);
        }
        if (!precondition.holds(before)) {
            return Decision.unchanged(Verdict.PRECONDITION_FAILED, before);
        }
        return new Decision(Verdict.DELETED, before, Entry.absent());
    }

    @Override
    public List<Mutation> followers(Decision decision) {
        return decision.verdict() == Verdict.DELETED ? Runs.deleted(decision).toList() : List.of();
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key);
    }
}
