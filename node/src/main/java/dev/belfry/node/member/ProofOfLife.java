package dev.belfry.node.member;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.node.EngineClock;
import dev.belfry.node.LifeProof;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A node's proof that the others count it as alive. It belongs to the life that sent the beat, and
 * counts from when that was sent, by whichever of the two clocks has gone further. Thread-safe.
 */
public final class ProofOfLife implements LifeProof {
    private record Beat(Optional<Incarnation> life, long sentNanos, Instant sentAt) {
        boolean isOf(Incarnation other) {
            return life.isPresent() && life.get().equals(other);
        }
    }

    private final EngineClock clock;
    private final Duration lasts;
    private final AtomicLong losses = new AtomicLong();
    private volatile Beat beat;
    private volatile boolean clockOff;

    public ProofOfLife(EngineClock clock, Duration lasts) {
        this.clock = clock;
        this.lasts = lasts;
        this.beat = nothing();
    }

    private Beat nothing() {
        return new Beat(Optional.empty(), clock.nanos(), clock.now());
    }

    /** A beat of a life, sent then, was taken by the store. */
    void proven(Incarnation life, long sentNanos, Instant sentAt) {
        beat = new Beat(Optional.of(life), sentNanos, sentAt);
    }

    /** A beat was refused: the node was evicted, or the store has lost what it acknowledged. */
    void lost() {
        var _ = losses.incrementAndGet();
        beat = nothing();
    }

    /** A node whose clock is off must not decide what is due. */
    void clockOff(boolean isOff) {
        clockOff = isOff;
    }

    @Override
    public boolean holds(Incarnation life) {
        var last = beat;
        return last.isOf(life) && isFresh(last);
    }

    /** Whether any life of this node may act. */
    public boolean holds() {
        var last = beat;
        return last.life().isPresent() && isFresh(last);
    }

    /** How often it was lost. */
    public long losses() {
        return losses.get();
    }

    /** Whether the store has taken a beat that was sent then or later. */
    public boolean isProvenSince(long nanos) {
        var last = beat;
        return last.life().isPresent() && last.sentNanos() - nanos >= 0;
    }

    private boolean isFresh(Beat last) {
        return !clockOff
                && clock.nanos() - last.sentNanos() < lasts.toNanos()
                && Duration.between(last.sentAt(), clock.now()).compareTo(lasts) < 0;
    }
}
