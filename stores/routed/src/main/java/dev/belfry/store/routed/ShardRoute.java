package dev.belfry.store.routed;

import dev.belfry.core.shard.ShardId;

/** The way to a shard: the same on every node. */
@FunctionalInterface
public interface ShardRoute {
    /**
     * The name of the database that a shard lives in.
     *
     * @throws IllegalStateException if the shard's group is none that it knows
     */
    String databaseOf(ShardId shard);
}
