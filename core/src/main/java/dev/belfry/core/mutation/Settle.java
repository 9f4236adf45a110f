package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.Optional;

/**
 * A step of a timer's own course: what an attempt came to, or a later look at it because its host
 * had no room. It applies only to the very state it was worked out from.
 *
 * @param timer the state it was worked out from
 * @param next the entry that takes its place
 */
public record Settle(Timer timer, Entry next) implements Mutation {
    @Override
    public TimerKey key() {
        return timer.key();
    }

    @Override
    public Decision decide(Entry before, Instant mark) {
        if (before instanceof Entry.Pending(var current) && isExpected(current)) {
            return new Decision(Verdict.SETTLED, before, notBefore(mark));
        }
        return Decision.unchanged(Verdict.SUPERSEDED, before);
    }

    private boolean isExpected(Timer current) {
        return current.generation().equals(timer.generation())
                && current.revision().equals(timer.revision())
                && current.attempts() == timer.attempts()
                && current.fireAt().equals(timer.fireAt());
    }

    private Entry notBefore(Instant mark) {
        return next instanceof Entry.Pending(var moved) && moved.fireAt().isBefore(mark)
                ? new Entry.Pending(moved.firingAt(mark))
                : next;
    }

    @Override
    public Optional<Timer> expected() {
        return Optional.of(timer);
    }

    @Override
    public int sizeBytes() {
        return next instanceof Entry.Absent
                ? Sizes.of(timer.key())
                : Sizes.of(timer.key(), timer.spec());
    }
}
