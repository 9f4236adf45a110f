package dev.belfry.check.simulation.cluster;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.node.Outcome;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.Errand;
import dev.belfry.node.route.Passage;
import dev.belfry.node.route.Trial;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One request at one node. */
record SimulatedErrand(NodeFront front, ClientRequest request, Passage passage)
        implements Errand<Outcome> {
    @Override
    public ShardId shard() {
        return request.shard();
    }

    @Override
    public CompletableFuture<Trial<Outcome>> here() {
        return front.submit(request, passage).thenApply(outcome -> Trial.of(outcome, outcome));
    }

    @Override
    public CompletableFuture<Delivery<Trial<Outcome>>> there(NodeRow owner, Passage onward) {
        return front.send(owner, List.of(request), onward)
                .thenApply(
                        delivery ->
                                delivery.read(
                                        given -> Trial.of(given.getFirst(), given.getFirst())));
    }

    @Override
    public Outcome unreachable(NodeRow owner, String why) {
        return new Outcome.NotApplied(Outcome.Reason.NOT_OWNER);
    }

    @Override
    public Outcome silent(NodeRow owner, String why) {
        return new Outcome.Unknown();
    }
}
