package dev.belfry.node;

import dev.belfry.core.shard.Incarnation;

/**
 * Whether a life of this node may act as the owner of its shards: what is held under it starts only
 * while it may. What a later life has proven is of no use to an earlier one.
 */
public interface LifeProof {
    boolean holds(Incarnation life);
}
