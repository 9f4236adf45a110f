package dev.belfry.check.simulation.cluster;

import dev.belfry.check.simulation.SimulatedLoop;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.Confirmation;
import dev.belfry.node.Outcome;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.OrphanReply;
import dev.belfry.node.route.Passage;
import dev.belfry.node.route.PauseNews;
import dev.belfry.node.route.PeerListener;
import dev.belfry.node.route.ReplyForwarding;
import dev.belfry.node.route.Router;
import dev.belfry.node.shard.OrphanReplies;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StateMachine;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What clients and other nodes meet of a node: the product's own routing, over simulated wires, on
 * a thread that stops and dies with the process.
 */
final class NodeFront {
    /** As a node has it that nobody configured. */
    private static final Duration MOVE_WAIT = Duration.ofSeconds(2);

    private static final Duration REPLY_PATIENCE = Duration.ofSeconds(5);
    private static final Duration CONFIRMED_WITHIN = Duration.ofSeconds(2);

    private final SimulatedCluster cluster;
    private final SimulatedNode node;
    private final SimulatedLoop<StateMachine> thread;
    private final SimulatedLoop<StateMachine>.Wire fromLoops;
    private final Router router;
    private final ReplyForwarding replies;
    private final PauseNews news;

    NodeFront(SimulatedCluster cluster, SimulatedNode node) {
        this.cluster = cluster;
        this.node = node;
        this.thread = new SimulatedLoop<>(cluster.events(), _ -> OptionalLong::empty);
        this.fromLoops = thread.wire(cluster::hop);
        this.router =
                new Router(
                        new Router.Ports(
                                node.id(),
                                shard -> node.roster().ownerOf(shard),
                                node.clock()::nanos,
                                this::after,
                                new PeerListener() {}),
                        MOVE_WAIT);
        this.replies =
                new ReplyForwarding(
                        new ReplyForwarding.Ports(
                                node.id(), this::members, this::replied, this::tell, this::after));
        this.news =
                new PauseNews(
                        new PauseNews.Ports(
                                node.address(),
                                () ->
                                        read(
                                                StoreOperation.MEMBERS,
                                                store -> store.nodes().members()),
                                group ->
                                        read(
                                                StoreOperation.SHARDS,
                                                store -> store.leases().shards(group)),
                                this::tell));
    }

    SimulatedLoop<StateMachine> thread() {
        return thread;
    }

    void post(Runnable message) {
        thread.post(message);
    }

    private void after(Duration time, Runnable task) {
        cluster.events().after(time, () -> post(task));
    }

    private long nowNanos() {
        return node.clock().nanos();
    }

    // ---- changes

    /** Many requests of a client together; each gets an answer of its own. */
    void request(List<ClientRequest> requests, Duration timeout, Consumer<List<Outcome>> answered) {
        post(() -> route(requests, Passage.fromClient(nowNanos() + timeout.toNanos()), answered));
    }

    /** Requests that another node has passed on. */
    private void forwarded(
            List<ClientRequest> requests,
            int hops,
            Duration allowance,
            Consumer<List<Outcome>> answered) {
        post(() -> route(requests, Passage.fromPeer(hops, allowance, nowNanos()), answered));
    }

    private void route(
            List<ClientRequest> requests, Passage passage, Consumer<List<Outcome>> answered) {
        if (!requests.stream().allMatch(request -> node.knows(request.key().group()))) {
            answered.accept(requests.stream().map(_ -> unknownGroup()).toList());
            return;
        }
        var answers =
                requests.size() == 1
                        ? router.route(
                                        new SimulatedErrand(this, requests.getFirst(), passage),
                                        passage)
                                .thenApply(List::of)
                        : router.routeAll(new SimulatedBatch(this, requests, passage), passage);
        var _ =
                answers.whenComplete(
                        (outcomes, failure) -> {
                            if (failure == null) {
                                answered.accept(outcomes);
                            } else {
                                cluster.ledger().failed(failure);
                            }
                        });
    }

    private static Outcome unknownGroup() {
        return new Outcome.Refused("no such group");
    }

    /** Gives a request to the loop of its shard on this node. */
    CompletableFuture<Outcome> submit(ClientRequest request, Passage passage) {
        cluster.ledger().tried(request, passage, nowNanos());
        var ended = cluster.ledger().submitted(request);
        var outcome = new CompletableFuture<Outcome>();
        node.loopOf(request.shard())
                .tell(
                        loop ->
                                loop.submit(
                                        request.shard(),
                                        request.change(),
                                        passage.deadlineNanos(),
                                        given -> {
                                            cluster.scribe().loopAnswered(given);
                                            ended.accept(given);
                                            fromLoops.post(() -> outcome.complete(given));
                                        }));
        return outcome;
    }

    /** Sends requests to another node, once. */
    CompletableFuture<Delivery<List<Outcome>>> send(
            NodeRow owner, List<ClientRequest> requests, Passage onward) {
        requests.forEach(request -> cluster.ledger().tried(request, onward, nowNanos()));
        var allowance = onward.allowance(nowNanos());
        return cluster.network()
                .ask(
                        node,
                        owner,
                        onward.left(nowNanos()),
                        (other, answer) ->
                                other.front()
                                        .forwarded(requests, onward.hops(), allowance, answer));
    }

    // ---- replies to attempts of shards that have moved away

    OrphanReplies orphans() {
        return replies;
    }

    private List<NodeRow> members() {
        return List.copyOf(node.roster().view().members().values());
    }

    private void replied(OrphanReply orphan) {
        node.loopOf(orphan.shard())
                .tell(loop -> loop.replied(orphan.shard(), orphan.attempt(), orphan.result()));
    }

    private CompletableFuture<?> tell(NodeRow member, OrphanReply orphan) {
        return cluster.network()
                .tell(
                        node,
                        member,
                        REPLY_PATIENCE,
                        (other, answer) ->
                                other.front()
                                        .post(
                                                () -> {
                                                    other.front().replied(orphan);
                                                    answer.accept(true);
                                                }));
    }

    // ---- pauses

    /** Writes something about a group down; gives the shards that have not confirmed it. */
    CompletableFuture<List<ShardId>> change(
            GroupId group, PauseNews.Kind kind, Consumer<TimerStore> write) {
        return read(
                        StoreOperation.PAUSES,
                        store -> {
                            write.accept(store);
                            return kind;
                        })
                .thenCompose(_ -> confirmed(group, kind))
                .thenCompose(own -> news.unconfirmed(group, kind, own));
    }

    private CompletableFuture<Boolean> tell(NodeRow member, GroupId group, PauseNews.Kind kind) {
        return cluster.network()
                .<Boolean>tell(
                        node,
                        member,
                        CONFIRMED_WITHIN,
                        (other, answer) ->
                                other.front().post(() -> other.front().told(group, kind, answer)))
                .thenApply(delivery -> delivery.equals(new Delivery.Answered<>(true)));
    }

    private void told(GroupId group, PauseNews.Kind kind, Consumer<Boolean> answer) {
        if (node.knows(group)) {
            var _ = confirmed(group, kind).thenAccept(own -> answer.accept(own.isComplete()));
        } else {
            answer.accept(false);
        }
    }

    /** Tells the loops of this node. */
    private CompletableFuture<Confirmation> confirmed(GroupId group, PauseNews.Kind kind) {
        var done = new CompletableFuture<Confirmation>();
        Set<ShardId> shards = new TreeSet<>();
        var silent = new TreeSet<Integer>();
        for (int i = 0; i < node.loops().size(); i++) {
            int index = i;
            silent.add(index);
            node.loops()
                    .get(index)
                    .tell(
                            loop -> {
                                hear(loop, group, kind);
                                var held = loop.shards();
                                fromLoops.post(
                                        () -> {
                                            shards.addAll(held);
                                            silent.remove(index);
                                            if (silent.isEmpty()) {
                                                done.complete(new Confirmation(shards, true));
                                            }
                                        });
                            });
        }
        after(CONFIRMED_WITHIN, () -> done.complete(new Confirmation(shards, false)));
        return done;
    }

    private static void hear(ShardLoop loop, GroupId group, PauseNews.Kind kind) {
        switch (kind) {
            case PAUSED -> loop.pause(group);
            case RESUMED -> loop.resumed();
        }
    }

    /** A call of the store that belongs to none of the loops. */
    <T> CompletableFuture<T> read(StoreOperation operation, Function<TimerStore, T> body) {
        var value = new CompletableFuture<T>();
        new ClusterStorePort(cluster, node.id(), thread)
                .<T>call(
                        operation,
                        body,
                        answer -> {
                            switch (answer) {
                                case StoreAnswer.Ok<T>(var given) -> value.complete(given);
                                case StoreAnswer.Failed<T>(var failure) ->
                                        value.completeExceptionally(failure);
                            }
                        });
        return value;
    }
}
