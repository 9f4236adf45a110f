package dev.belfry.node.fire;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.schedule.OnFailure;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.Optional;

/**
 * What becomes of a timer with a schedule. The next run is strictly after the instant of this one,
 * whatever the clock of its owner says, and is written in the same step that settles this one. Runs
 * raise the generation and leave the revision to those who change the timer. Pure.
 */
public final class RunSettlement {
    private RunSettlement() {}

    /**
     * The step after a run.
     *
     * @param once what would follow if this were its only run
     */
    static Settle of(Timer timer, Recurrence place, Entry once, Stamp stamp) {
        return switch (once) {
            case Entry.Pending(var again) -> new Settle(timer, sameRun(timer, again, stamp));
            case Entry.Absent() -> new Settle(timer, next(timer, place, once, stamp));
            case Entry.Kept(var kept) when kept.state() == TimerState.FAILED ->
                    failed(timer, place, kept, stamp);
            case Entry.Kept _ -> new Settle(timer, next(timer, place, once, stamp));
        };
    }

    /**
     * A retry, or another look that the receiver asked for: still the run it was. One that was
     * paused away by a clock behind the one that started it waits for the resume.
     */
    private static Entry sameRun(Timer timer, Timer retry, Stamp stamp) {
        var again = retry.firingAt(Instants.max(retry.fireAt(), retry.spec().executeAt()));
        return again.generation().equals(timer.generation())
                ? new Entry.Pending(again)
                : new Entry.Pending(again.asRun(generation(timer, stamp), timer.revision()));
    }

    private static Settle failed(Timer timer, Recurrence place, KeptTimer kept, Stamp stamp) {
        var run =
                new KeptTimer(
                        kept.timer().alone(place),
                        kept.state(),
                        kept.settledAt(),
                        kept.keepUntil());
        var after = place.failedRun();
        var paused = place.schedule().onFailure() == OnFailure.PAUSE ? after.paused(true) : after;
        return new Settle(timer, next(timer, paused, Entry.absent(), stamp), Optional.of(run));
    }

    private static Entry next(Timer timer, Recurrence place, Entry end, Stamp stamp) {
        return place.next(stamp.now(), timer.uuid().low())
                .<Entry>map(
                        run ->
                                new Entry.Pending(
                                        timer.nextRun(run, generation(timer, stamp), stamp.now())))
                .orElse(end);
    }

    private static Generation generation(Timer timer, Stamp stamp) {
        return Generation.startedBy(stamp.after(timer.latest()));
    }

    /**
     * What a timer comes to instead of its run, if that may not start: it is paused, or its time
     * has passed and the schedule's rule prefers another. A run that somebody asked for at an
     * instant of its own starts whatever the schedule says, also while it is paused.
     */
    public static Optional<Entry> insteadOf(Timer timer, Group group, Instant now) {
        return timer.recurrence()
                .filter(_ -> timer.attempts() == 0)
                .filter(place -> standsAtItsInstant(timer, place))
                .flatMap(place -> insteadOf(timer, place, group, now));
    }

    private static boolean standsAtItsInstant(Timer timer, Recurrence place) {
        return timer.spec().executeAt().equals(place.executeAt(timer.uuid().low()));
    }

    private static Optional<Entry> insteadOf(
            Timer timer, Recurrence place, Group group, Instant now) {
        if (place.paused()) {
            return Optional.of(new Entry.Pending(timer.nextRun(place, timer.generation(), now)));
        }
        if (!place.isOfSchedule()) {
            return Optional.empty();
        }
        var other = place.inTime(now, timer.uuid().low());
        if (other.filter(place::equals).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                other.<Entry>map(
                                run ->
                                        new Entry.Pending(
                                                timer.nextRun(run, timer.nextGeneration(), now)))
                        .orElseGet(() -> Settlement.reached(timer, group, now)));
    }
}
