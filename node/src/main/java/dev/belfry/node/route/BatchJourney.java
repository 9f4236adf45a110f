package dev.belfry.node.route;

import dev.belfry.core.store.NodeRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** A batch on its way: each round tries what is open, and is over before the next begins. */
final class BatchJourney<A> {
    private final Router router;
    private final BatchErrand<A> errand;
    private final Passage passage;
    private final RetrySchedule retries;
    private final List<Optional<Trial<A>>> trials;
    private final CompletableFuture<List<A>> answers = new CompletableFuture<>();

    BatchJourney(Router router, BatchErrand<A> errand, Passage passage) {
        this.router = router;
        this.errand = errand;
        this.passage = passage;
        this.retries = router.newSchedule(passage);
        this.trials =
                new ArrayList<>(Collections.nCopies(errand.shards().size(), Optional.empty()));
    }

    CompletableFuture<List<A>> start() {
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
        if (failure != null) {
            answers.completeExceptionally(failure);
            return;
        }
        try {
            var open = notApplied();
            boolean waits =
                    !open.isEmpty()
                            && router.retry(open.size(), retries, () -> round(open), this::answer);
            if (!waits) {
                answer();
            }
        } catch (RuntimeException e) {
            // What can not be tried again has its answers all the same.
            answer();
        }
    }

    private void answer() {
        answers.complete(trials.stream().map(trial -> trial.orElseThrow().answer()).toList());
    }

    private List<Integer> notApplied() {
        return IntStream.range(0, trials.size()).filter(this::isNotApplied).boxed().toList();
    }

    private boolean isNotApplied(int item) {
        return trials.get(item).filter(Trial.NotApplied.class::isInstance).isPresent();
    }

    /** By the other node that should own them; empty for those to be tried here. */
    private Map<Optional<NodeRow>, List<Integer>> byOwner(List<Integer> items) {
        var shards = errand.shards();
        var byOwner = new LinkedHashMap<Optional<NodeRow>, List<Integer>>();
        for (int item : items) {
            byOwner.computeIfAbsent(
                            router.elsewhere(shards.get(item), passage), _ -> new ArrayList<>())
                    .add(item);
        }
        return byOwner;
    }

    private CompletableFuture<?> tried(Optional<NodeRow> owner, List<Integer> items) {
        if (owner.isEmpty()) {
            router.listener().servedHere(items.size());
            return CompletableFuture.allOf(
                    items.stream()
                            .map(item -> errand.here(item).thenAccept(it -> keep(item, it)))
                            .toArray(CompletableFuture[]::new));
        }
        router.listener().sentOn(items.size());
        return errand.there(owner.get(), items, passage.onward())
                .thenAccept(delivery -> keepAll(items, owner.get(), delivery));
    }

    private void keepAll(List<Integer> items, NodeRow owner, Delivery<List<Trial<A>>> delivery) {
        var outcomes =
                Router.judged(
                        delivery, owner, errand, trial -> Collections.nCopies(items.size(), trial));
        for (int i = 0; i < items.size(); i++) {
            keep(items.get(i), outcomes.get(i));
        }
    }

    /** Owners answer at the same time. */
    private synchronized void keep(int item, Trial<A> trial) {
        trials.set(item, Optional.of(trial));
    }
}
