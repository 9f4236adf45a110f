package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.peer.PeerRequest;
import dev.belfry.http.peer.PeerResponse;
import dev.belfry.http.peer.Peers;
import dev.belfry.node.Confirmation;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.PauseNews;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Has the other nodes confirm a pause, or its end, over HTTP. Thread-safe. */
final class Confirmations {
    static final int CONFIRMED = 204;

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

    static String path(PauseNews.Kind kind) {
        return switch (kind) {
            case PAUSED -> "/groups/{groupId}/paused";
            case RESUMED -> "/groups/{groupId}/resumed";
        };
    }

    /** The shards of those that have not confirmed it; reads the store on the caller's thread. */
    List<ShardId> missing(Group group, PauseNews.Kind kind, Confirmation own) {
        return news().unconfirmed(group.id(), kind, own).join();
    }

    private PauseNews news() {
        return new PauseNews(
                new PauseNews.Ports(
                        node.get().address(),
                        () -> CompletableFuture.completedFuture(store.nodes().members()),
                        group -> CompletableFuture.completedFuture(store.leases().shards(group)),
                        this::tell));
    }

    private CompletableFuture<Boolean> tell(NodeRow member, GroupId group, PauseNews.Kind kind) {
        var uri = path(kind).replace("{groupId}", group.value());
        return peers.tell(member, PeerRequest.bare(HttpMethod.POST, uri), patience)
                .thenApply(Confirmations::isConfirmed);
    }

    private static boolean isConfirmed(Delivery<PeerResponse> delivery) {
        return delivery instanceof Delivery.Answered<PeerResponse>(PeerResponse(var status, _, _))
                && status == CONFIRMED;
    }
}
