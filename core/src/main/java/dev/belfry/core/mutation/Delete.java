package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Removes a timer, pending or kept. Of a pending one a record may stay for a while, which says that
 * it was cancelled; to every further change it is as if it were not there.
 *
 * @param retention how long that record is kept; zero leaves none
 */
public record Delete(TimerKey key, Precondition precondition, Duration retention, Instant now)
        implements Mutation {
    /** One that leaves nothing. */
    public Delete(TimerKey key, Precondition precondition) {
        this(key, precondition, Duration.ZERO, Instant.EPOCH);
    }

    @Override
    public Decision decide(Entry before, Instant mark) {
        if (before.isGone()) {
            return Decision.unchanged(Verdict.NOT_FOUND, before);
        }
        if (!precondition.holds(before)) {
            return Decision.unchanged(Verdict.PRECONDITION_FAILED, before);
        }
        return new Decision(Verdict.DELETED, before, recordOf(before));
    }

    private Entry recordOf(Entry before) {
        return before.pending()
                .filter(_ -> retention.isPositive())
                .map(this::cancelled)
                .orElseGet(Entry::absent);
    }

    private Entry cancelled(Timer timer) {
        return new Entry.Kept(new KeptTimer(timer, TimerState.CANCELLED, now, now.plus(retention)));
    }

    @Override
    public List<Mutation> followers(Decision decision) {
        return decision.verdict() == Verdict.DELETED ? Runs.deleted(decision).toList() : List.of();
    }

    /** The record that stays holds a payload which this does not carry. */
    @Override
    public int sizeBytes() {
        return Sizes.of(key);
    }
}
