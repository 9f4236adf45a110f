package dev.belfry.node.route;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import java.util.concurrent.CompletableFuture;

/** One change that a client asked for. */
public interface Errand<A> extends Wording<A> {
    ShardId shard();

    /** Tries it on this node. */
    CompletableFuture<Trial<A>> here();

    /** Has another node try it: one request, sent once. */
    CompletableFuture<Delivery<Trial<A>>> there(NodeRow owner, Passage onward);
}
