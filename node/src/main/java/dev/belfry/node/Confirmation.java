package dev.belfry.node;

import dev.belfry.core.shard.ShardId;
import java.util.Set;

/**
 * Who has heard of a pause, or of its end, in one node.
 *
 * @param shards held by loops that have heard it
 * @param isComplete whether every loop has, also those that hold nothing yet
 */
public record Confirmation(Set<ShardId> shards, boolean isComplete) {
    public Confirmation {
        shards = Set.copyOf(shards);
    }
}
