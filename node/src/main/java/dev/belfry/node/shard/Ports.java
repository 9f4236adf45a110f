package dev.belfry.node.shard;

import dev.belfry.core.store.StoreLimits;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineListener;
import dev.belfry.node.LifeProof;
import dev.belfry.node.fire.CallbackSender;
import java.util.random.RandomGenerator;

/**
 * All that a loop has of the world outside.
 *
 * @param callbacks gives its replies on the loop
 * @param random confined to the loop
 * @param orphans takes replies to attempts of shards that have moved away
 * @param held has what all loops of the node hold
 */
public record Ports(
        StorePort store,
        StoreLimits limits,
        CallbackSender callbacks,
        EngineClock clock,
        RandomGenerator random,
        LifeProof proof,
        OrphanReplies orphans,
        HeldShards held,
        EngineListener listener) {}
