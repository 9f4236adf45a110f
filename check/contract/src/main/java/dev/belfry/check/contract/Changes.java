package dev.belfry.check.contract;

import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Drop;
import dev.belfry.core.mutation.Expire;
import dev.belfry.core.mutation.Patch;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Redrive;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Changes of timers that are there. An id without a group is one of {@link SampleGroups#ONE}. */
public final class Changes {
    /** How long these tests keep what is settled. */
    public static final Duration RETENTION = Duration.ofDays(1);

    private Changes() {}

    public static Delete delete(String id) {
        return delete(key(id));
    }

    public static Delete delete(TimerKey key) {
        return new Delete(key, Precondition.none());
    }

    public static Redrive redrive(String id) {
        return new Redrive(key(id), Stamps.next());
    }

    public static Expire expire(String id, Instant now) {
        return new Expire(key(id), now);
    }

    public static Drop drop(String id) {
        return new Drop(key(id));
    }

    public static Patch move(String id, Instant executeAt) {
        return patch(
                key(id),
                patchOf(Optional.of(executeAt), Optional.empty(), Optional.empty(), executeAt));
    }

    public static Patch withPayload(String id, String json) {
        return patch(
                key(id),
                patchOf(Optional.empty(), Optional.of(Payload.of(json)), Optional.empty(), json));
    }

    public static Patch withCorrelation(String id, Optional<String> correlationId) {
        return patch(
                key(id),
                patchOf(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(correlationId),
                        correlationId));
    }

    public static Patch patch(TimerKey key, TimerPatch patch) {
        return new Patch(key, patch, Precondition.none(), Stamps.next());
    }

    private static TimerPatch patchOf(
            Optional<Instant> executeAt,
            Optional<Payload> payload,
            Optional<Optional<String>> correlationId,
            Object asked) {
        return new TimerPatch(
                executeAt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                payload,
                Optional.empty(),
                correlationId,
                Digest.of(List.of(asked.toString().getBytes(StandardCharsets.UTF_8))));
    }

    /** The callback was answered: the timer is gone. */
    public static Settle done(Timer timer) {
        return new Settle(timer, Entry.absent());
    }

    /** The attempt failed: the next one comes then. */
    public static Settle retried(Timer timer, String error, Instant nextAttemptAt) {
        var next = timer.failed(error, nextAttemptAt, Stamps.next().now());
        return new Settle(timer, new Entry.Pending(next));
    }

    /** The host had no room: look again then. */
    public static Settle putOff(Timer timer, Instant fireAt) {
        return new Settle(timer, new Entry.Pending(timer.firingAt(fireAt)));
    }

    /** The callback was answered, in a group with retention. */
    public static Settle reached(Timer timer, Instant settledAt) {
        return new Settle(timer, kept(timer, TimerState.REACHED, settledAt));
    }

    /** The retry policy is exhausted. */
    public static Settle gaveUp(Timer timer, Instant settledAt) {
        var failed = timer.failed("HTTP 500", timer.fireAt(), settledAt);
        return new Settle(timer, kept(failed, TimerState.FAILED, settledAt));
    }

    private static Entry kept(Timer timer, TimerState state, Instant settledAt) {
        return new Entry.Kept(new KeptTimer(timer, state, settledAt, settledAt.plus(RETENTION)));
    }

    private static TimerKey key(String id) {
        return new TimerKey(SampleGroups.ONE.id(), id);
    }
}
