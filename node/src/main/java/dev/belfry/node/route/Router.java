package dev.belfry.node.route;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Brings changes to the owners of their shards. Thread-safe.
 *
 * <p>The node that the client called tries each change where its own view has the owner: here, or
 * one hop away. Where that node knows another owner, it passes the request on, once. What was
 * certainly not applied for want of an owner is tried again a little later, by the first node only
 * and for a bounded time: shards move within a second when all is in order. Everything else, an
 * unknown outcome above all, is an answer and never sent again.
 */
public final class Router {
    private final Ports ports;
    private final Duration moveWait;

    /**
     * All that routing has of the world outside.
     *
     * @param owner who should own a shard, as this node sees it
     * @param nanos the monotonic clock of passages
     */
    public record Ports(
            NodeId self,
            Function<ShardId, Optional<NodeRow>> owner,
            LongSupplier nanos,
            Later later,
            PeerListener listener) {}

    /**
     * @param moveWait how long a change waits for a shard that has no owner to take it
     */
    public Router(Ports ports, Duration moveWait) {
        this.ports = ports;
        this.moveWait = moveWait;
    }

    /** The answer to one change. */
    public <A> CompletableFuture<A> route(Errand<A> errand, Passage passage) {
        var answer = new CompletableFuture<A>();
        attempt(errand, passage, newSchedule(passage), answer);
        return answer;
    }

    /** The answers to all items of a batch, in their order, when the last one is there. */
    public <A> CompletableFuture<List<A>> routeAll(BatchErrand<A> errand, Passage passage) {
        return new BatchJourney<>(this, errand, passage).start();
    }

    private <A> void attempt(
            Errand<A> errand, Passage passage, RetrySchedule retries, CompletableFuture<A> answer) {
        try {
            var _ =
                    tried(errand, passage)
                            .whenComplete(
                                    (trial, failure) -> {
                                        if (failure == null) {
                                            decide(errand, passage, retries, trial, answer);
                                        } else {
                                            answer.completeExceptionally(failure);
                                        }
                                    });
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private <A> void decide(
            Errand<A> errand,
            Passage passage,
            RetrySchedule retries,
            Trial<A> trial,
            CompletableFuture<A> answer) {
        try {
            boolean waits =
                    trial instanceof Trial.NotApplied
                            && retry(
                                    1,
                                    retries,
                                    () -> attempt(errand, passage, retries, answer),
                                    () -> answer.complete(trial.answer()));
            if (!waits) {
                answer.complete(trial.answer());
            }
        } catch (RuntimeException e) {
            // What can not be tried again has its answer all the same, and somebody waits for it.
            answer.complete(trial.answer());
        }
    }

    private <A> CompletableFuture<Trial<A>> tried(Errand<A> errand, Passage passage) {
        var owner = elsewhere(errand.shard(), passage);
        if (owner.isEmpty()) {
            ports.listener().servedHere(1);
            return errand.here();
        }
        ports.listener().sentOn(1);
        return errand.there(owner.get(), passage.onward())
                .thenApply(delivery -> judged(delivery, owner.get(), errand, Function.identity()));
    }

    // ---- what single changes and batches have in common

    RetrySchedule newSchedule(Passage passage) {
        return new RetrySchedule(passage, ports.nanos().getAsLong() + moveWait.toNanos());
    }

    PeerListener listener() {
        return ports.listener();
    }

    /**
     * Has changes that were certainly not applied tried again later.
     *
     * @param late runs instead of the try if the wait took too long
     * @return whether there is time for it
     */
    boolean retry(int changes, RetrySchedule retries, Runnable again, Runnable late) {
        var wait = retries.next(ports.nanos().getAsLong());
        wait.ifPresent(
                time -> {
                    ports.listener().waiting(changes);
                    ports.later()
                            .after(
                                    time,
                                    () ->
                                            (retries.isOver(ports.nanos().getAsLong())
                                                            ? late
                                                            : again)
                                                    .run());
                });
        return wait.isPresent();
    }

    /** The other node that should own a shard; empty if its changes are to be tried here. */
    Optional<NodeRow> elsewhere(ShardId shard, Passage passage) {
        return passage.mayGoOn()
                ? ports.owner()
                        .apply(shard)
                        .filter(row -> !row.incarnation().node().equals(ports.self()))
                : Optional.empty();
    }

    /**
     * What another node's answer, or its absence, means: what was not sent was certainly not
     * applied, and of what was lost nobody knows.
     *
     * @param each makes of one trial what is asked for, which may be several of them
     */
    static <A, T> T judged(
            Delivery<T> delivery, NodeRow owner, Wording<A> wording, Function<Trial<A>, T> each) {
        return switch (delivery) {
            case Delivery.Answered<T>(var answer) -> answer;
            case Delivery.NotSent<T>(var why) ->
                    each.apply(new Trial.NotApplied<>(wording.unreachable(owner, why)));
            case Delivery.Lost<T>(var why) ->
                    each.apply(new Trial.Final<>(wording.silent(owner, why)));
        };
    }
}
