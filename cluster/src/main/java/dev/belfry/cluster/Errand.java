package dev.belfry.cluster;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Changes that a client asked for in one request: one, or the items of a batch. Items are named by
 * their place in the request.
 *
 * @param <R> what an item is answered
 */
public interface Errand<R> {
    /** The shard of each item. */
    List<ShardId> shards();

    /** Tries one item on this node. */
    CompletableFuture<Trial<R>> here(int item);

    /**
     * Tries items on another node, in one request.
     *
     * @return one outcome for each of them, in their order
     */
    CompletableFuture<List<Trial<R>>> there(NodeRow owner, List<Integer> items, Passage onward);
}
