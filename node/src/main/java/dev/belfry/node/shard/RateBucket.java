package dev.belfry.node.shard;

import dev.belfry.core.shard.Rate;
import java.time.Duration;

/**
 * A loop's share of the rate of a group: a token for each start. It begins empty, fills at its
 * share of the rate and holds its share of the burst, but one token at least: else a small share
 * could never start anything. Time comes from outside. Confined to one loop.
 */
final class RateBucket {
    private static final double NANOS_OF_A_SECOND = 1e9;

    /** What sums of fractions may be off by: a token must be there at the instant that was told. */
    private static final double ROUNDING = 1e-6;

    private double perNano;
    private double most;
    private double tokens;
    private long filledNanos;

    /**
     * @param share of the rate, above 0 and at most 1
     */
    RateBucket(Rate rate, double share, long nowNanos) {
        filledNanos = nowNanos;
        share(rate, share, nowNanos);
    }

    /** Another share from now on. What comes to it comes empty; what goes takes its part along. */
    void share(Rate rate, double share, long nowNanos) {
        fill(nowNanos);
        perNano = rate.perSecond() * share / NANOS_OF_A_SECOND;
        most = Math.max(1, rate.burst() * share);
        tokens = Math.min(tokens, most);
    }

    private void fill(long nowNanos) {
        tokens = Math.min(most, tokens + (nowNanos - filledNanos) * perNano);
        filledNanos = nowNanos;
    }

    double perSecond() {
        return perNano * NANOS_OF_A_SECOND;
    }

    boolean hasToken(long nowNanos) {
        fill(nowNanos);
        return tokens >= 1 - ROUNDING;
    }

    /** Whether nothing was taken for so long that it holds all that it can. */
    boolean isFull(long nowNanos) {
        fill(nowNanos);
        return tokens >= most;
    }

    void take(long nowNanos) {
        fill(nowNanos);
        tokens--;
    }

    /** What was not used after all. */
    void giveBack(long nowNanos) {
        fill(nowNanos);
        tokens = Math.min(most, tokens + 1);
    }

    /** How long until the next token is there. */
    Duration untilToken(long nowNanos) {
        return hasToken(nowNanos)
                ? Duration.ZERO
                : Duration.ofNanos((long) Math.ceil((1 - tokens) / perNano));
    }
}
