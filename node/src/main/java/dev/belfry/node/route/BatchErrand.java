package dev.belfry.node.route;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Many changes that a client asked for in one request, each named by its place in it. Those of
 * another owner travel together.
 */
public interface BatchErrand<A> extends Wording<A> {
    /** The shard of each item. */
    List<ShardId> shards();

    /** Tries one item on this node. */
    CompletableFuture<Trial<A>> here(int item);

    /**
     * Has another node try items, in one request that is sent once.
     *
     * @return one outcome for each of them, in their order
     */
    CompletableFuture<Delivery<List<Trial<A>>>> there(
            NodeRow owner, List<Integer> items, Passage onward);
}
