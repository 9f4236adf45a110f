package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Status;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import dev.belfry.node.route.PauseNews;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Calls of clients: each at some node, and for each an answer or the end of its client's wait. */
final class ClientCalls {
    private static final Duration SPARE = Duration.ofMillis(500);
    private static final Duration PAUSE_PATIENCE = Duration.ofSeconds(10);

    private final SimulatedCluster cluster;
    private long requests;

    ClientCalls(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    ClientRequest request(Group group, TimerKey key, Function<Stamp, Mutation> change) {
        return new ClientRequest(++requests, key, group.shardOf(key), change);
    }

    /** One change, or a batch of them. */
    void submit(List<ClientRequest> together, Duration timeout, Consumer<List<Outcome>> answered) {
        var once = new Once<>(answered);
        cluster.events()
                .after(
                        timeout.plus(SPARE),
                        () -> once.accept(repeated(together, new Outcome.Unknown())));
        var node = cluster.anyNode();
        if (node.isEmpty()) {
            once.accept(repeated(together, new Outcome.NotApplied(Outcome.Reason.NOT_OWNER)));
            return;
        }
        cluster.events()
                .after(
                        cluster.chance().millis(0, 2),
                        () -> node.get().front().request(together, timeout, once));
    }

    private static List<Outcome> repeated(List<ClientRequest> together, Outcome outcome) {
        return Collections.nCopies(together.size(), outcome);
    }

    void get(TimerKey key) {
        var group = cluster.group(key.group());
        call(
                new Operation.Get(key),
                front ->
                        front.read(
                                        StoreOperation.SHARDS,
                                        store -> store.timers().find(group.shardOf(key), key))
                                .thenApply(ClientCalls::shown));
    }

    private static ObservedAnswer shown(Entry entry) {
        return Scribe.showing(entry instanceof Entry.Absent ? Status.NOT_FOUND : Status.OK, entry);
    }

    void pauseForAWhile(Group group) {
        var pause = new Pause(group.id(), cluster.scribe().now(), Optional.empty());
        change(
                new Operation.Pause(group.id()),
                group,
                PauseNews.Kind.PAUSED,
                store -> store.pauses().pause(pause));
        cluster.events().after(cluster.chance().millis(200, 6_000), () -> resume(group));
    }

    void resume(Group group) {
        change(
                new Operation.Resume(group.id()),
                group,
                PauseNews.Kind.RESUMED,
                store -> store.pauses().resume(group.id()));
    }

    private void change(
            Operation operation, Group group, PauseNews.Kind kind, Consumer<TimerStore> write) {
        call(
                operation,
                front -> front.change(group.id(), kind, write).thenApply(ClientCalls::confirmed));
    }

    private static ObservedAnswer confirmed(List<ShardId> missing) {
        return ObservedAnswer.of(missing.isEmpty() ? Status.OK : Status.ACCEPTED);
    }

    private void call(
            Operation operation, Function<NodeFront, CompletableFuture<ObservedAnswer>> made) {
        cluster.anyNode().ifPresent(node -> call(node.front(), operation, made));
    }

    private void call(
            NodeFront front,
            Operation operation,
            Function<NodeFront, CompletableFuture<ObservedAnswer>> made) {
        var id = cluster.scribe().invoked(operation);
        var once =
                new Once<dev.belfry.check.history.ObservedOutcome>(
                        outcome -> cluster.scribe().answered(id, outcome));
        cluster.events()
                .after(
                        PAUSE_PATIENCE,
                        () -> once.accept(new dev.belfry.check.history.ObservedOutcome.Unknown()));
        front.post(
                () -> {
                    var _ =
                            made.apply(front)
                                    .whenComplete(
                                            (answer, failure) ->
                                                    once.accept(
                                                            failure == null
                                                                    ? new dev.belfry.check.history
                                                                            .ObservedOutcome.Ok(
                                                                            answer)
                                                                    : new dev.belfry.check.history
                                                                            .ObservedOutcome
                                                                            .Unknown()));
                });
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
