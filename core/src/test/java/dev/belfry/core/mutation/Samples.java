package dev.belfry.core.mutation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A timer and what may be done to it; its payload stands for all that was asked. */
public final class Samples {
    public static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");
    public static final TimerKey KEY = TimerKey.of("orders", "a");
    public static final TimerUuid UUID = TimerUuid.of(KEY);

    /** Before everything: no row is clamped to it. */
    static final Instant NO_MARK = Instants.EARLIEST;

    private Samples() {}

    public static TimerSpec spec(String payload) {
        return new TimerSpec(
                NOON,
                CallbackTarget.of("http://h/hook"),
                Payload.of(payload),
                RetryPolicy.DEFAULT,
                Optional.of("trace"),
                Digest.of(List.of(payload.getBytes(UTF_8))));
    }

    /** The change with this number: its revision, and an instant of its own. */
    static Stamp stamp(long number) {
        return new Stamp(new Revision(number), NOON.minusSeconds(3_600).plusMillis(number));
    }

    public static Create creating(String payload, long number) {
        return new Create(KEY, UUID, spec(payload), stamp(number));
    }

    static Put put(String payload, long number) {
        return put(payload, Precondition.none(), number);
    }

    static Put put(String payload, Precondition precondition, long number) {
        return new Put(KEY, UUID, spec(payload), precondition, stamp(number));
    }

    public static Delete delete() {
        return new Delete(KEY, Precondition.none());
    }

    /** A timer with payload 1, created by change 10. */
    public static Timer timer() {
        return after(creating("1", 10).decide(Entry.absent(), NO_MARK));
    }

    static Entry pending() {
        return new Entry.Pending(timer());
    }

    /** It has failed once and waits for its second attempt. */
    static Timer waiting() {
        return timer().failed("HTTP 503", NOON.plusSeconds(30), NOON.plusSeconds(1));
    }

    static Entry kept(TimerState state) {
        return new Entry.Kept(
                new KeptTimer(
                        waiting(), state, NOON.plusSeconds(2), NOON.plus(Duration.ofDays(1))));
    }

    static Timer after(Decision decision) {
        return decision.after().pending().orElseThrow();
    }
}
