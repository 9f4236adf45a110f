package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;

/** Removes a kept timer whose time is over. */
public record Expire(TimerKey key, Instant now) implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        if (before instanceof Entry.Kept(var kept) && !kept.keepUntil().isAfter(now)) {
            return new Decision(Verdict.EXPIRED, before, Entry.absent());
        }
        return Decision.unchanged(Verdict.SUPERSEDED, before);
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key);
    }
}
