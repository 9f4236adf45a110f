package dev.belfry.node.member;

import static dev.belfry.core.Checks.require;

import java.time.Duration;

/**
 * The times that membership rests on.
 *
 * @param beatEvery between two signs of life
 * @param proofLasts how long a beat proves life, from when it was sent
 * @param deadAfter how long a node may be silent before it can be evicted; longer than its proof
 * @param verifyEvery between two looks whether held shards are still held
 */
public record MembershipTimings(
        Duration beatEvery, Duration proofLasts, Duration deadAfter, Duration verifyEvery) {
    /** Clocks run at slightly different speeds, and a proof is looked at before the send. */
    private static final Duration MARGIN = Duration.ofMillis(500);

    public static final MembershipTimings DEFAULT =
            new MembershipTimings(
                    Duration.ofMillis(500),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(3),
                    Duration.ofMinutes(1));

    public MembershipTimings {
        require(beatEvery.isPositive(), "cluster.beat", "must be positive");
        require(
                proofLasts.compareTo(beatEvery.multipliedBy(3)) >= 0,
                "cluster.proof",
                "must be at least three times cluster.beat, so that one lost beat does no harm");
        require(
                deadAfter.compareTo(proofLasts.plus(MARGIN)) >= 0,
                "cluster.evictAfter",
                "must be at least 500ms longer than cluster.proof: an evicted node's proof must be over");
        require(verifyEvery.isPositive(), "cluster.verifyEvery", "must be positive");
    }
}
