package dev.belfry.node.member;

import dev.belfry.node.EngineClock;
import dev.belfry.node.LifeProof;
import java.time.Duration;
import java.time.Instant;

/**
 * A node's proof that the others count it as alive. It counts from when a beat was sent, by
 * whichever of the two clocks has gone further. Thread-safe.
 */
public final class ProofOfLife implements LifeProof {
    private record Beat(long sentNanos, Instant sentAt, boolean proves) {}

    private final EngineClock clock;
    private final Duration lasts;
    private volatile Beat beat;
    private volatile boolean clockOff;

    public ProofOfLife(EngineClock clock, Duration lasts) {
        this.clock = clock;
        this.lasts = lasts;
        this.beat = new Beat(clock.nanos(), clock.now(), false);
    }

    /** A beat sent then was taken by the store. */
    void proven(long sentNanos, Instant sentAt) {
        beat = new Beat(sentNanos, sentAt, true);
    }

    /** The node was evicted. */
    void lost() {
        beat = new Beat(clock.nanos(), clock.now(), false);
    }

    /** A node whose clock is off must not decide what is due. */
    void clockOff(boolean isOff) {
        clockOff = isOff;
    }

    @Override
    public boolean holds() {
        var last = beat;
        return last.proves()
                && !clockOff
                && clock.nanos() - last.sentNanos() < lasts.toNanos()
                && Duration.between(last.sentAt(), clock.now()).compareTo(lasts) < 0;
    }
}
