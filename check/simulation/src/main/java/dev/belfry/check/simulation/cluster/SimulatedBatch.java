package dev.belfry.check.simulation.cluster;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.node.Outcome;
import dev.belfry.node.route.BatchErrand;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.Passage;
import dev.belfry.node.route.Trial;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Many requests together at one node. */
record SimulatedBatch(NodeFront front, List<ClientRequest> requests, Passage passage)
        implements BatchErrand<Outcome> {
    @Override
    public List<ShardId> shards() {
        return requests.stream().map(ClientRequest::shard).toList();
    }

    @Override
    public CompletableFuture<Trial<Outcome>> here(int item) {
        return front.submit(requests.get(item), passage)
                .thenApply(outcome -> Trial.of(outcome, outcome));
    }

    @Override
    public CompletableFuture<Delivery<List<Trial<Outcome>>>> there(
            NodeRow owner, List<Integer> items, Passage onward) {
        return front.send(owner, items.stream().map(requests::get).toList(), onward)
                .thenApply(
                        delivery ->
                                delivery.read(
                                        given ->
                                                given.stream()
                                                        .map(it -> Trial.of(it, it))
                                                        .toList()));
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
