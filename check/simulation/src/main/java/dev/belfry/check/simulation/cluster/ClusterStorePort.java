package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.FaultKind;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** A node's way to the one store of the cluster. */
final class ClusterStorePort implements StorePort {
    /** Longer than any client of a real database waits for an answer. */
    private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(4);

    /** After this time a refused settlement is tried again. */
    private static final Duration REFUSED_FOR = Duration.ofSeconds(32);

    private final SimulatedCluster cluster;
    private final NodeId node;
    private final Mailbox mailbox;

    ClusterStorePort(SimulatedCluster cluster, NodeId node, Mailbox mailbox) {
        this.cluster = cluster;
        this.node = node;
        this.mailbox = mailbox;
    }

    @Override
    public <T> void call(
            StoreOperation operation,
            Function<TimerStore, T> body,
            Consumer<StoreAnswer<T>> answered) {
        var plan = cluster.weather().plan(node, operation);
        record(plan);
        if (operation == StoreOperation.SHARDS) {
            cluster.looked();
        }
        Consumer<StoreAnswer<T>> answer =
                given ->
                        cluster.events()
                                .after(
                                        plan.back(),
                                        () -> mailbox.post(() -> answered.accept(given)));
        if (operation == StoreOperation.BEAT) {
            cluster.beats(node, plan.there().plus(plan.back()));
        }
        cluster.events().after(plan.there(), () -> execute(plan, body, answer));
    }

    private void record(Weather.Plan plan) {
        switch (plan.fault()) {
            case NONE -> {}
            case REJECTED -> cluster.scribe().fault(FaultKind.REFUSAL, REFUSED_FOR, Set.of(node));
            case SLOW -> cluster.scribe().fault(FaultKind.STORE_OUTAGE, plan.there(), Set.of(node));
            case UNAVAILABLE ->
                    cluster.scribe().fault(FaultKind.STORE_OUTAGE, Duration.ZERO, Set.of(node));
            case UNKNOWN_APPLIED, UNKNOWN_NOT_APPLIED, GHOST, PARTLY_APPLIED ->
                    cluster.scribe().fault(FaultKind.UNKNOWN_OUTCOME, SOCKET_TIMEOUT, Set.of(node));
        }
    }

    private <T> void execute(
            Weather.Plan plan, Function<TimerStore, T> body, Consumer<StoreAnswer<T>> answer) {
        switch (plan.fault()) {
            case NONE, SLOW -> answer.accept(run(body));
            case UNAVAILABLE -> answer.accept(failed(new StoreException.Unavailable("down")));
            case REJECTED -> answer.accept(failed(new StoreException.Rejected("refused")));
            case UNKNOWN_NOT_APPLIED -> answer.accept(unknown());
            case UNKNOWN_APPLIED -> {
                run(body);
                answer.accept(unknown());
            }
            case PARTLY_APPLIED -> {
                run(store -> body.apply(new PartialCommits(store, cluster.chance())));
                answer.accept(unknown());
            }
            case GHOST -> {
                answer.accept(unknown());
                cluster.events().after(plan.ghostAfter(), () -> run(body));
            }
        }
    }

    private <T> StoreAnswer<T> run(Function<TimerStore, T> body) {
        try {
            return new StoreAnswer.Ok<>(body.apply(cluster.storeAsSeen()));
        } catch (StoreException failure) {
            return failed(failure);
        }
    }

    private static <T> StoreAnswer<T> failed(StoreException failure) {
        return new StoreAnswer.Failed<>(failure);
    }

    private static <T> StoreAnswer<T> unknown() {
        return failed(new StoreException.OutcomeUnknown("no answer"));
    }
}
