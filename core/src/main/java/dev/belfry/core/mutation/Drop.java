package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;

/**
 * Removes whatever is there, and leaves no record of it: its group is being deleted. The single
 * runs of a timer have rows of their own, which are dropped by themselves.
 */
public record Drop(TimerKey key) implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        return before instanceof Entry.Absent
                ? Decision.unchanged(Verdict.NOT_FOUND, before)
                : new Decision(Verdict.DELETED, before, Entry.absent());
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key);
    }
}
