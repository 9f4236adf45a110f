package dev.belfry.node.fire;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.Backoff;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** What becomes of a timer after a reply. Pure, given the random generator. */
public final class Settlement {
    /** Keeps a receiver that always asks for the past from turning into a hot loop. */
    public static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    private Settlement() {}

    /** The step that follows from a reply: to the entry that takes the timer's place. */
    public static Settle settle(
            Timer timer, AttemptResult result, Group group, Stamp stamp, RandomGenerator random) {
        var tried = result.past().filter(_ -> group.logsAttempts()).map(timer::tried).orElse(timer);
        var after = after(tried, result.reply(), group, stamp, random);
        var step =
                tried.recurrence()
                        .map(place -> RunSettlement.of(tried, place, after, stamp))
                        .orElseGet(() -> new Settle(tried, after));
        var notice = step.failure().flatMap(failed -> FailureNotice.of(failed, group, stamp));
        return step.of(timer, notice);
    }

    /** What would follow if the timer ran once. */
    static Entry after(
            Timer timer, CallbackReply reply, Group group, Stamp stamp, RandomGenerator random) {
        return switch (reply) {
            case CallbackReply.Done _ -> reached(timer, group, stamp.now());
            case CallbackReply.RunAgain again -> runAgain(timer, again, stamp);
            case CallbackReply.Failed failed -> retry(timer, failed, group, stamp.now(), random);
            case CallbackReply.FailedForGood failed ->
                    givenUp(
                            timer.failed(failed.error(), timer.fireAt(), stamp.now()),
                            group,
                            stamp.now());
            case CallbackReply.NotSent() -> new Entry.Pending(timer);
        };
    }

    /** The end of a timer that has nothing left to do. */
    static Entry reached(Timer timer, Group group, Instant now) {
        return group.keepsReached()
                ? kept(timer.reached(now), TimerState.REACHED, group.retention(), now)
                : Entry.absent();
    }

    private static Entry runAgain(Timer timer, CallbackReply.RunAgain again, Stamp stamp) {
        var asked = Instants.min(again.nextExecuteAt(), Instants.LATEST);
        var executeAt =
                asked.isAfter(stamp.now())
                        ? Instants.ceilToMillis(asked)
                        : stamp.now().plus(MIN_INTERVAL);
        var spec =
                timer.spec()
                        .executeAt(executeAt)
                        .payload(again.payload().orElse(timer.spec().payload()));
        return new Entry.Pending(
                timer.rescheduled(
                        stamp.after(timer.latest()), spec, spec.executeAt(), stamp.now()));
    }

    private static Entry retry(
            Timer timer,
            CallbackReply.Failed reply,
            Group group,
            Instant now,
            RandomGenerator random) {
        var policy = timer.spec().retryPolicy();
        int failedAttempts = timer.attempts() + 1;
        var wait = Backoff.jittered(policy, failedAttempts, random);
        var asked = reply.retryAfter().map(after -> min(after, policy.maxInterval()));
        var waits = asked.filter(after -> after.compareTo(wait) > 0).orElse(wait);
        var next = now.plus(waits);
        var failed = timer.failed(reply.error(), Instants.ceilToMillis(next), now);
        var spec = timer.spec();
        boolean exhausted =
                policy.isExhausted(
                        failedAttempts, waits, next, spec.executeAt(), spec.target().timeout());
        return exhausted ? givenUp(failed, group, now) : new Entry.Pending(failed);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Entry givenUp(Timer failed, Group group, Instant now) {
        return kept(failed, TimerState.FAILED, group.failedRetention(), now);
    }

    private static Entry kept(Timer timer, TimerState state, Duration retention, Instant now) {
        return new Entry.Kept(new KeptTimer(timer, state, now, now.plus(retention)));
    }

    /** A later look at a timer whose host has no room: attempts unchanged. */
    public static Entry postponed(Timer timer, Duration wait, Instant now) {
        var fireAt = Instants.ceilToMillis(now.plus(wait));
        return new Entry.Pending(timer.firingAt(Instants.max(fireAt, timer.fireAt())));
    }
}
