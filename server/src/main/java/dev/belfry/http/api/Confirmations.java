package dev.belfry.http.api;

import dev.belfry.cluster.Delivery;
import dev.belfry.cluster.Message;
import dev.belfry.cluster.Peers;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.Confirmation;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Has the other nodes confirm a pause, or its end, that is written down. Thread-safe. */
final class Confirmations {
    static final String PAUSED = "/groups/{groupId}/paused";
    static final String RESUMED = "/groups/{groupId}/resumed";

    private final Supplier<NodeRow> node;
    private final TimerStore store;
    private final Peers peers;
    private final Duration patience;

    Confirmations(Supplier<NodeRow> node, TimerStore store, Peers peers, Duration patience) {
        this.node = node;
        this.store = store;
        this.peers = peers;
        this.patience = patience;
    }

    /**
     * Tells all members read after the write: who is not among them claims, and reads, later.
     *
     * @param path of what they are told
     * @param own what this node's loops have confirmed
     * @return the shards of those that have not confirmed it
     */
    List<ShardId> missing(Group group, String path, Confirmation own) {
        var members = store.nodes().members().nodes();
        var told = path.replace("{groupId}", group.id().value());
        var answers = members.stream().filter(this::isOther).map(it -> tell(it, told)).toList();
        var confirmed = new HashSet<NodeId>();
        answers.forEach(answer -> confirmed.addAll(answer.join()));
        if (own.isComplete()) {
            confirmed.add(self());
        }
        boolean allHave =
                own.isComplete()
                        && members.stream()
                                .map(row -> row.incarnation().node())
                                .allMatch(confirmed::contains);
        return allHave ? List.of() : missing(group, own, confirmed);
    }

    private NodeId self() {
        return node.get().incarnation().node();
    }

    private boolean isOther(NodeRow row) {
        return !row.incarnation().node().equals(self());
    }

    /** The node, if it has confirmed it. */
    private CompletableFuture<Set<NodeId>> tell(NodeRow row, String path) {
        var message =
                new Message(
                        HttpMethod.POST, path, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer());
        return peers.tell(row, message, patience)
                .thenApply(
                        delivery ->
                                delivery instanceof Delivery.Answered(var status, _, _)
                                                && status == 204
                                        ? Set.of(row.incarnation().node())
                                        : Set.of());
    }

    /** Also shards without an owner: one who has not confirmed may be claiming them. */
    private List<ShardId> missing(Group group, Confirmation own, Set<NodeId> confirmed) {
        return store.leases().shards(group.id()).stream()
                .filter(row -> row.owner().map(it -> !confirmed.contains(it.node())).orElse(true))
                .map(ShardRow::shard)
                .filter(shard -> !own.shards().contains(shard))
                .toList();
    }
}
