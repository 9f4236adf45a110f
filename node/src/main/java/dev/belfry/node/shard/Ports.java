package dev.belfry.node.shard;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineListener;
import dev.belfry.node.LifeProof;
import dev.belfry.node.fire.CallbackSender;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * All that a loop has of the world outside.
 *
 * @param callbacks gives its replies on the loop
 * @param random confined to the loop
 * @param orphans takes replies to attempts of shards that have moved away
 * @param closed is told of each shard that the loop has not any more
 */
public record Ports(
        StorePort store,
        StoreLimits limits,
        CallbackSender callbacks,
        EngineClock clock,
        RandomGenerator random,
        LifeProof proof,
        OrphanReplies orphans,
        Consumer<ShardId> closed,
        EngineListener listener) {}
