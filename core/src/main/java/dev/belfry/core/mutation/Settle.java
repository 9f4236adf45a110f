package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A step of a timer's own course: what an attempt came to, or a later look at it because its host
 * had no room. It applies only to the very state it was worked out from.
 *
 * @param timer the state it was worked out from
 * @param next the entry that takes its place
 * @param failedRun the run of a schedule that has failed for good, to be kept beside it
 */
public record Settle(Timer timer, Entry next, Optional<KeptTimer> failedRun) implements Mutation {
    public Settle(Timer timer, Entry next) {
        this(timer, next, Optional.empty());
    }

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

    /** The run that failed comes, and the oldest goes if there are too many. */
    @Override
    public List<Mutation> followers(Decision decision) {
        return failedRun.isPresent() && decision.verdict() == Verdict.SETTLED
                ? Stream.concat(
                                Stream.<Mutation>of(new KeepRun(failedRun.get())),
                                next instanceof Entry.Pending
                                        ? Runs.deleted(decision)
                                        : Stream.empty())
                        .toList()
                : List.of();
    }

    @Override
    public Optional<Timer> expected() {
        return Optional.of(timer);
    }

    @Override
    public int sizeBytes() {
        int ofNext =
                next instanceof Entry.Absent
                        ? Sizes.of(timer.key())
                        : Sizes.of(timer.key(), timer.spec());
        return failedRun.isEmpty() ? ofNext : ofNext + Sizes.of(timer.key(), timer.spec());
    }
}
