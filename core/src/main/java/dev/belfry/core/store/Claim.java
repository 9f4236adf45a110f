package dev.belfry.core.store;

import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;

/**
 * A wish to own a shard, valid only if the shard still stands as the claimer saw it.
 *
 * @param seenEpoch the shard's epoch as seen
 * @param seenToken the shard's token as seen
 * @param token of the lease to be; random
 */
public record Claim(ShardId shard, Epoch seenEpoch, long seenToken, Incarnation owner, long token) {
    /** A claim of a shard that stands as this row says. */
    public static Claim of(ShardRow seen, Incarnation owner, long token) {
        return new Claim(seen.shard(), seen.epoch(), seen.token(), owner, token);
    }

    /** A claim that succeeds only for the holder of this very lease, and fences what it sent. */
    public static Claim again(Lease own, Incarnation owner, long token) {
        return new Claim(own.shard(), own.epoch(), own.token(), owner, token);
    }

    /** The lease that this claim gives if it succeeds. */
    public Lease lease() {
        return new Lease(shard, seenEpoch.next(), token);
    }
}
