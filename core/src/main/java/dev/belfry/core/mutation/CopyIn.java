package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;

/**
 * Makes an entry what it is in another database, number by number, while its shard is being moved.
 * Of two the later one holds: they come in the order of what they copy.
 */
public record CopyIn(TimerKey key, Entry entry) implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        return new Decision(Verdict.COPIED, before, entry);
    }

    @Override
    public int sizeBytes() {
        return switch (entry) {
            case Entry.Absent() -> Sizes.of(key);
            case Entry.Pending(var timer) -> Sizes.of(timer);
            case Entry.Kept(var kept) -> Sizes.of(kept.timer());
        };
    }
}
