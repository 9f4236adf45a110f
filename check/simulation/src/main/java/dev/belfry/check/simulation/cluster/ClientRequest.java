package dev.belfry.check.simulation.cluster;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.TimerKey;
import java.util.function.Function;

/**
 * A change that a client asks for, as it travels from node to node.
 *
 * @param number of the request among all of a run
 */
record ClientRequest(long number, TimerKey key, ShardId shard, Function<Stamp, Mutation> change) {}
