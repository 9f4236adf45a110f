package dev.belfry.cluster;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Brings changes to the owners of their shards. Thread-safe.
 *
 * <p>The node that the client called tries each item where its own view has the owner: here, or one
 * hop away. Where that node knows another owner, it passes the request on, once. What was certainly
 * not applied for want of an owner is tried again a little later, by the first node only and for a
 * bounded time: shards move within a second when all is in order. Everything else, an unknown
 * outcome above all, is an answer and never sent again.
 */
public final class Forwarding {
    /** Before the second try; the wait doubles from try to try, so that waiting costs little. */
    private static final Duration FIRST_WAIT = Duration.ofMillis(25);

    private static final Duration LONGEST_WAIT = Duration.ofMillis(400);

    /**
     * All that forwarding has of the world outside.
     *
     * @param owner who should own a shard, as this node sees it
     * @param nanos the monotonic clock of passages
     */
    public record Ports(
            NodeId self,
            Function<ShardId, Optional<NodeRow>> owner,
            LongSupplier nanos,
            Pauser pauser,
            PeerListener listener) {}

    /** Runs something a little later. */
    public interface Pauser {
        void after(Duration time, Runnable task);
    }

    private final Ports ports;
    private final Duration moveWait;

    /**
     * @param moveWait how long a change waits for a shard that has no owner to take it
     */
    public Forwarding(Ports ports, Duration moveWait) {
        this.ports = ports;
        this.moveWait = moveWait;
    }

    /** The answers to all items, in their order, when the last one is there. */
    public <R> CompletableFuture<List<R>> run(Errand<R> errand, Passage passage) {
        long until = ports.nanos().getAsLong() + moveWait.toNanos();
        return new Journey<>(errand, passage, until).start();
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** One errand on its way. A round is over before the next begins. */
    private final class Journey<R> {
        private final Errand<R> errand;
        private final Passage passage;
        private final long untilNanos;
        private final List<Optional<Trial<R>>> trials;
        private final CompletableFuture<List<R>> answers = new CompletableFuture<>();
        private Duration wait = FIRST_WAIT;

        Journey(Errand<R> errand, Passage passage, long untilNanos) {
            this.errand = errand;
            this.passage = passage;
            this.untilNanos = untilNanos;
            this.trials = new ArrayList<>();
            errand.shards().forEach(_ -> trials.add(Optional.empty()));
        }

        CompletableFuture<List<R>> start() {
            round(IntStream.range(0, trials.size()).boxed().toList());
            return answers;
        }

        private void round(List<Integer> items) {
            try {
                var parts = new ArrayList<CompletableFuture<?>>();
                byOwner(items).forEach((owner, some) -> parts.add(tried(owner, some)));
                var _ =
                        CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                                .whenComplete((_, failure) -> roundOver(failure));
            } catch (RuntimeException e) {
                answers.completeExceptionally(e);
            }
        }

        private void roundOver(Throwable failure) {
            var open = notApplied();
            if (failure != null) {
                answers.completeExceptionally(failure);
            } else if (open.isEmpty() || !mayTryAgain()) {
                answers.complete(
                        trials.stream().map(trial -> trial.orElseThrow().answer()).toList());
            } else {
                ports.listener().waiting(open.size());
                ports.pauser().after(wait, () -> round(open));
                wait = min(wait.multipliedBy(2), LONGEST_WAIT);
            }
        }

        private List<Integer> notApplied() {
            return IntStream.range(0, trials.size())
                    .filter(
                            item ->
                                    trials.get(item)
                                            .filter(Trial.NotApplied.class::isInstance)
                                            .isPresent())
                    .boxed()
                    .toList();
        }

        private boolean mayTryAgain() {
            long next = ports.nanos().getAsLong() + wait.toNanos();
            return passage.isFirst() && next - untilNanos < 0 && !passage.isOver(next);
        }

        /** By the other node that should own them; empty for those to be tried here. */
        private Map<Optional<NodeRow>, List<Integer>> byOwner(List<Integer> items) {
            var shards = errand.shards();
            var byOwner = new LinkedHashMap<Optional<NodeRow>, List<Integer>>();
            for (int item : items) {
                byOwner.computeIfAbsent(elsewhere(shards.get(item)), _ -> new ArrayList<>())
                        .add(item);
            }
            return byOwner;
        }

        private Optional<NodeRow> elsewhere(ShardId shard) {
            return passage.mayGoOn()
                    ? ports.owner()
                            .apply(shard)
                            .filter(row -> !row.incarnation().node().equals(ports.self()))
                    : Optional.empty();
        }

        private CompletableFuture<?> tried(Optional<NodeRow> owner, List<Integer> items) {
            if (owner.isEmpty()) {
                ports.listener().servedHere(items.size());
                return CompletableFuture.allOf(
                        items.stream()
                                .map(item -> errand.here(item).thenAccept(it -> keep(item, it)))
                                .toArray(CompletableFuture[]::new));
            }
            ports.listener().sentOn(items.size());
            return errand.there(owner.get(), items, passage.onward())
                    .thenAccept(outcomes -> keepAll(items, outcomes));
        }

        private void keepAll(List<Integer> items, List<Trial<R>> outcomes) {
            for (int i = 0; i < items.size(); i++) {
                keep(items.get(i), outcomes.get(i));
            }
        }

        private synchronized void keep(int item, Trial<R> trial) {
            trials.set(item, Optional.of(trial));
        }
    }
}
