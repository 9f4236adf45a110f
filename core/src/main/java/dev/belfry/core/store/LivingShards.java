package dev.belfry.core.store;

import dev.belfry.core.shard.ShardId;

/** Which shards live in a database, as far as this node knows. Thread-safe. */
@FunctionalInterface
public interface LivingShards {
    boolean holds(ShardId shard);

    /**
     * Whether a shard with a mark is there to be taken: it has arrived, and the row of the database
     * that it came from says so.
     */
    default boolean opens(ShardRow marked) {
        return false;
    }

    /** Another number whenever shards may have come or gone. */
    default long version() {
        return 0;
    }
}
