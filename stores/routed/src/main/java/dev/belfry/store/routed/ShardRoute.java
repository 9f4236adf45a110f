package dev.belfry.store.routed;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;

/** The way to a shard: the same on every node. */
@FunctionalInterface
public interface ShardRoute {
    /**
     * The name of the database that a shard lives in.
     *
     * @throws IllegalStateException if the shard's group is none that it knows
     */
    String databaseOf(ShardId shard);

    /** Whether it leads anywhere for a group: the store may have groups that only others know. */
    default boolean knows(GroupId group) {
        return true;
    }
}
