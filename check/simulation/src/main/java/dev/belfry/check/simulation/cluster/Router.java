package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.Answer;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Status;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import dev.belfry.node.member.View;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The way of a request: to some node, from there to the owner if that is another, and back. A
 * request is sent again only after a certain "not applied".
 */
final class Router {
    private static final int MOST_HOPS = 2;
    private static final Duration DEADLINE = Duration.ofSeconds(4);

    private final Cluster cluster;

    Router(Cluster cluster) {
        this.cluster = cluster;
    }

    private record Call(
            Group group, TimerKey key, Function<Stamp, Mutation> change, long deadlineNanos) {
        ShardId shard() {
            return group.shardOf(key);
        }
    }

    void submit(
            Group group,
            TimerKey key,
            Function<Stamp, Mutation> change,
            Consumer<Outcome> answered) {
        var once = new Once<>(answered);
        long deadline = cluster.events().nowNanos() + DEADLINE.toNanos();
        cluster.events().after(DEADLINE.plusMillis(500), () -> once.accept(new Outcome.Unknown()));
        var node = cluster.anyNode();
        if (node.isEmpty()) {
            once.accept(new Outcome.NotApplied(Outcome.Reason.NOT_OWNER));
            return;
        }
        cluster.events()
                .after(
                        cluster.chance().millis(0, 2),
                        () ->
                                handle(
                                        node.get(),
                                        new Call(group, key, change, deadline),
                                        MOST_HOPS,
                                        once));
    }

    private void handle(SimulatedNode node, Call call, int hops, Consumer<Outcome> answered) {
        if (node.isDead()) {
            return;
        }
        var owner = node.ownerOf(call.shard());
        if (owner.isEmpty() || owner.get().equals(node.id()) || hops == 0) {
            submitHere(node, call, answered);
        } else {
            forward(node, owner.get(), call, hops, answered);
        }
    }

    private void submitHere(SimulatedNode node, Call call, Consumer<Outcome> answered) {
        node.loopOf(call.shard())
                .tell(loop -> loop.submit(call.shard(), call.change, call.deadlineNanos, answered));
    }

    /** The answer takes the same wires back, and may be lost on them. */
    private void forward(
            SimulatedNode from, NodeId to, Call call, int hops, Consumer<Outcome> answered) {
        var network = cluster.network();
        if (network.refuses(from.id(), to)) {
            answered.accept(new Outcome.NotApplied(Outcome.Reason.NOT_OWNER));
            return;
        }
        network.send(
                from.id(),
                to,
                node ->
                        handle(
                                node,
                                call,
                                hops - 1,
                                outcome ->
                                        network.send(
                                                to, from.id(), _ -> answered.accept(outcome))));
    }

    // ---- reads

    void get(TimerKey key) {
        var node = cluster.anyNode();
        var group = cluster.group(key.group());
        if (node.isEmpty()) {
            return;
        }
        var id = cluster.scribe().invoked(new Operation.Get(key));
        cluster.callStore(
                node.get().id(),
                StoreOperation.SHARDS,
                store -> store.timers().find(group.shardOf(key), key),
                answer ->
                        cluster.scribe()
                                .answered(
                                        id,
                                        answer
                                                        instanceof
                                                        StoreAnswer.Ok<dev.belfry.core.timer.Entry>(
                                                                var entry)
                                                ? new dev.belfry.check.history.Outcome.Ok(
                                                        Scribe.showing(
                                                                Clients.statusOf(entry), entry))
                                                : new dev.belfry.check.history.Outcome.Failed()));
    }

    // ---- pauses

    void pauseForAWhile(Group group) {
        pause(group);
        cluster.events().after(cluster.chance().millis(200, 6_000), () -> resume(group));
    }

    private void pause(Group group) {
        cluster.anyNode()
                .ifPresent(
                        node -> {
                            var id = cluster.scribe().invoked(new Operation.Pause(group.id()));
                            var pause =
                                    new Pause(group.id(), cluster.scribe().now(), Optional.empty());
                            cluster.callStore(
                                    node.id(),
                                    StoreOperation.PAUSES,
                                    store -> {
                                        store.pauses().pause(pause);
                                        return store.nodes().members();
                                    },
                                    answer -> tellAll(node, group, id, answer, true));
                        });
    }

    void resume(Group group) {
        cluster.anyNode()
                .ifPresent(
                        node -> {
                            var id = cluster.scribe().invoked(new Operation.Resume(group.id()));
                            cluster.callStore(
                                    node.id(),
                                    StoreOperation.PAUSES,
                                    store -> {
                                        store.pauses().resume(group.id());
                                        return store.nodes().members();
                                    },
                                    answer -> tellAll(node, group, id, answer, false));
                        });
    }

    /**
     * Told are the members read after the write: who is not among them claims, and reads, later.
     */
    private void tellAll(
            SimulatedNode node,
            Group group,
            EventId id,
            StoreAnswer<Members> answer,
            boolean isPause) {
        switch (answer) {
            case StoreAnswer.Failed<Members> _ ->
                    cluster.scribe().answered(id, new dev.belfry.check.history.Outcome.Unknown());
            case StoreAnswer.Ok<Members>(var members) ->
                    tellAll(node, group, id, View.of(members.nodes()), isPause);
        }
    }

    private void tellAll(SimulatedNode node, Group group, EventId id, View view, boolean isPause) {
        var once =
                new Once<Status>(
                        status ->
                                cluster.scribe()
                                        .answered(
                                                id,
                                                new dev.belfry.check.history.Outcome.Ok(
                                                        Answer.of(status))));
        cluster.events().after(Duration.ofSeconds(1), () -> once.accept(Status.ACCEPTED));
        var members = view.members().keySet();
        Set<String> missing = new HashSet<>();
        for (var member : members) {
            for (int loop = 0; loop < node.loops().size(); loop++) {
                missing.add(member + "/" + loop);
            }
        }
        for (var member : members) {
            cluster.network()
                    .send(
                            node.id(),
                            member,
                            other -> tell(node, other, group, isPause, missing, once));
        }
    }

    private void tell(
            SimulatedNode from,
            SimulatedNode node,
            Group group,
            boolean isPause,
            Set<String> missing,
            Consumer<Status> confirmed) {
        for (int i = 0; i < node.loops().size(); i++) {
            var name = node.id() + "/" + i;
            node.loops()
                    .get(i)
                    .tell(
                            loop -> {
                                if (isPause) {
                                    loop.pause(group.id());
                                } else {
                                    loop.resume(group.id());
                                }
                                cluster.network()
                                        .send(
                                                node.id(),
                                                from.id(),
                                                _ -> {
                                                    missing.remove(name);
                                                    if (missing.isEmpty()) {
                                                        confirmed.accept(Status.OK);
                                                    }
                                                });
                            });
        }
    }

    /** Only the first answer reaches a client. */
    private static final class Once<T> implements Consumer<T> {
        private final Consumer<T> first;
        private boolean done;

        Once(Consumer<T> first) {
            this.first = first;
        }

        @Override
        public void accept(T value) {
            if (!done) {
                done = true;
                first.accept(value);
            }
        }
    }
}
