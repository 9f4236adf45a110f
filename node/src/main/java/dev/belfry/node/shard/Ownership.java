package dev.belfry.node.shard;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A loop's right to one shard: how it stands, the lease, and the count of commits under it.
 * Confined to the loop.
 */
final class Ownership {
    enum Phase {
        /** A claim is wanted: the first, or one after a commit in doubt. */
        CLAIMING,
        OPEN,
        /** No new attempts and changes; what waits is committed, then the shard is released. */
        RELEASING,
        CLOSED
    }

    private final ShardRow seen;
    private final Incarnation self;
    private final RandomGenerator random;
    private Phase phase = Phase.CLAIMING;
    private boolean releaseWanted;
    private Claim claim;
    private Lease lease;
    private long sequence;
    private boolean everClaimed;
    private long claimedNanos;

    Ownership(ShardRow seen, Incarnation self, RandomGenerator random) {
        this.seen = seen;
        this.self = self;
        this.random = random;
        this.claim = Claim.of(seen, self, random.nextLong());
        this.lease = claim.lease();
    }

    ShardId shard() {
        return seen.shard();
    }

    /** The life of this node that holds it. */
    Incarnation owner() {
        return self;
    }

    Phase phase() {
        return phase;
    }

    boolean isOpen() {
        return phase == Phase.OPEN;
    }

    /** Whether it was claimed and nobody else may have it yet, be it that a commit is in doubt. */
    boolean isHeld() {
        return everClaimed && !releaseWanted && phase != Phase.CLOSED;
    }

    /** Whether changes may queue up here, be it for a claim that is still under way. */
    boolean takesChanges() {
        return !releaseWanted && phase != Phase.CLOSED;
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    Claim claim() {
        return claim;
    }

    /** Whether a claim has held before. */
    boolean wasClaimed() {
        return everClaimed;
    }

    /** The claim is in the store. */
    void claimed(Lease newLease, long nowNanos) {
        invariant(phase == Phase.CLAIMING, "%s claimed while %s", seen.shard(), phase);
        if (!everClaimed) {
            claimedNanos = nowNanos;
        }
        everClaimed = true;
        lease = newLease;
        sequence = 0;
        phase = releaseWanted ? Phase.RELEASING : Phase.OPEN;
    }

    /** A commit got no answer: only a claim from the own lease can fence it. */
    void inDoubt() {
        phase = Phase.CLAIMING;
        claim = Claim.again(lease, self, random.nextLong());
    }

    void release() {
        releaseWanted = true;
        if (phase == Phase.OPEN) {
            phase = Phase.RELEASING;
        }
    }

    void close() {
        phase = Phase.CLOSED;
    }

    ShardCommit commit(Instant mark, boolean storeMark, List<Mutation> mutations) {
        return new ShardCommit(lease, sequence + 1, mark, storeMark, mutations);
    }

    /** A commit is in the store; one that was not applied leaves its number to the next. */
    void committed(ShardCommit commit) {
        sequence = commit.sequence();
    }

    Release release(Instant mark, List<AttemptUnderWay> underWay) {
        return new Release(lease, mark, underWay);
    }

    Lease lease() {
        return lease;
    }

    /**
     * Whether a former owner that did not release may have an attempt of such a timeout running.
     */
    boolean mayHaveBeenStartedElsewhere(Duration timeout, long nowNanos) {
        return seen.owner().isPresent() && nowNanos - claimedNanos < timeout.toNanos();
    }
}
