package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A step of a timer's own course: what an attempt came to, or a later look at it because its host
 * had no room. It applies only to the very state it was worked out from.
 *
 * @param timer the state it was worked out from
 * @param next the entry that takes its place
 * @param failedRun the run of a schedule that has failed for good, to be kept beside it
 * @param notice the timer that tells somebody of a failure for good
 */
public record Settle(
        Timer timer, Entry next, Optional<KeptTimer> failedRun, Optional<Create> notice)
        implements Mutation {
    public Settle(Timer timer, Entry next, Optional<KeptTimer> failedRun) {
        this(timer, next, failedRun, Optional.empty());
    }

    public Settle(Timer timer, Entry next) {
        this(timer, next, Optional.empty());
    }

    /** The timer that has failed for good by this step, or the run that has. */
    public Optional<KeptTimer> failure() {
        return failedRun.or(
                () ->
                        next instanceof Entry.Kept(var kept) && kept.state() == TimerState.FAILED
                                ? Optional.of(kept)
                                : Optional.empty());
    }

    /** The same step from the state that the store holds, with somebody told of it. */
    public Settle of(Timer stored, Optional<Create> notification) {
        return new Settle(stored, next, failedRun, notification);
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

    /** The run that failed comes, and the oldest goes if there are too many; somebody is told. */
    @Override
    public List<Mutation> followers(Decision decision) {
        if (decision.verdict() != Verdict.SETTLED || (failedRun.isEmpty() && notice.isEmpty())) {
            return List.of();
        }
        var followers = new ArrayList<Mutation>();
        failedRun.ifPresent(run -> followers.add(new KeepRun(run)));
        if (failedRun.isPresent() && next instanceof Entry.Pending) {
            Runs.deleted(decision).forEach(followers::add);
        }
        notice.ifPresent(followers::add);
        return followers;
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
        return ofNext
                + (failedRun.isEmpty() ? 0 : Sizes.of(timer.key(), timer.spec()))
                + notice.map(Create::sizeBytes).orElse(0);
    }
}
