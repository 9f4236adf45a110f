package dev.belfry.node.shard;

import static dev.belfry.core.Checks.invariant;

import java.time.Duration;

/**
 * How many attempts one host may have under way at a time: one more with each answer, so that it
 * doubles with each round of them, and half as many, or a single probe, when no answer comes.
 * Confined to one loop.
 */
final class HostConcurrency {
    /**
     * What a host may have that is not known yet: a quick one is at full speed a few rounds later.
     */
    static final int BEGINNING = 32;

    /** An answer vouches so long for the host. */
    private static final Duration PROVEN = Duration.ofSeconds(10);

    /** A host that gets on answers at least so often, also where the processors are busy. */
    private static final Duration LIVELY = Duration.ofSeconds(1);

    private final int most;
    private int limit;
    private int underWay;
    private boolean hasAnswered;
    private long answeredNanos;
    private boolean failing;

    /** When it answered, or was asked after a rest and could not have answered yet. */
    private long signNanos;

    private boolean hasSign;

    private boolean wasCut;
    private long cutNanos;

    HostConcurrency(int most) {
        this.most = most;
        this.limit = Math.min(most, BEGINNING);
    }

    boolean hasRoom() {
        return underWay < limit;
    }

    int underWay() {
        return underWay;
    }

    /** Whether it has answered lately. */
    boolean isProven(long nowNanos) {
        return hasAnswered && nowNanos - answeredNanos < PROVEN.toNanos();
    }

    /** Whether it is worth waiting for: it answers all the time, or has only just been asked. */
    boolean getsOn(long nowNanos) {
        return !failing && hasSign && nowNanos - signNanos < LIVELY.toNanos();
    }

    void started(long nowNanos) {
        if (underWay == 0) {
            sign(nowNanos);
        }
        underWay++;
    }

    /** Whatever it said, it is there. */
    void answered(long nowNanos) {
        ended();
        limit = Math.min(most, limit + 1);
        hasAnswered = true;
        failing = false;
        answeredNanos = nowNanos;
        sign(nowNanos);
    }

    private void sign(long nowNanos) {
        hasSign = true;
        signNanos = nowNanos;
    }

    /**
     * An attempt failed without an answer. Those that were under way together count once. A host
     * that answered others meanwhile gets half, one that did not is only probed.
     */
    void unanswered(long startedNanos, long nowNanos) {
        ended();
        failing = true;
        if (wasCut && startedNanos - cutNanos < 0) {
            return;
        }
        boolean lives = hasAnswered && answeredNanos - startedNanos > 0;
        limit = lives ? Math.max(1, limit / 2) : 1;
        wasCut = true;
        cutNanos = nowNanos;
    }

    /** Nothing was sent: that says nothing of the host. */
    void notSent() {
        ended();
    }

    private void ended() {
        underWay--;
        invariant(underWay >= 0, "%d attempts under way to a host", underWay);
    }
}
