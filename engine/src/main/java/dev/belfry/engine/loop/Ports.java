package dev.belfry.engine.loop;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.engine.EngineClock;
import dev.belfry.engine.EngineListener;
import dev.belfry.engine.LifeProof;
import dev.belfry.engine.callback.CallbackSender;
import java.util.random.RandomGenerator;

/**
 * All that a loop has of the world outside.
 *
 * @param self the node's life that owns what the loop claims
 * @param callbacks gives its replies on the loop
 * @param random confined to the loop
 * @param orphans takes replies to attempts of shards that have moved away
 */
public record Ports(
        Incarnation self,
        StorePort store,
        StoreLimits limits,
        CallbackSender callbacks,
        EngineClock clock,
        RandomGenerator random,
        LifeProof proof,
        OrphanReplies orphans,
        EngineListener listener) {}
