package dev.belfry.check.simulation.cluster;

import dev.belfry.node.Outcome;
import dev.belfry.node.route.Passage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts what becomes of each request between the nodes: one is given to a shard again only when it
 * was certainly not applied before, makes two hops at most, and is not tried after its deadline.
 */
final class RouteLedger {
    private static final int MOST_HOPS = 2;

    private final Map<Long, Integer> perhapsApplied = new HashMap<>();
    private final List<String> violations = new ArrayList<>();

    /** A node tries a request, or has another one try it. */
    void tried(ClientRequest request, Passage passage, long nowNanos) {
        if (passage.hops() > MOST_HOPS) {
            violations.add("%s made %d hops".formatted(request.key(), passage.hops()));
        }
        if (passage.deadlineNanos() - nowNanos <= 0) {
            violations.add(request.key() + " was tried after its deadline");
        }
    }

    /**
     * A request is given to a shard.
     *
     * @return to be told what became of it there
     */
    Consumer<Outcome> submitted(ClientRequest request) {
        if (perhapsApplied.merge(request.number(), 1, Integer::sum) > 1) {
            violations.add(request.key() + " was submitted again and may have been applied before");
        }
        return outcome -> {
            if (outcome instanceof Outcome.NotApplied) {
                perhapsApplied.merge(request.number(), -1, Integer::sum);
            }
        };
    }

    /** Routing broke. */
    void failed(Throwable failure) {
        violations.add("routing failed: " + failure);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }
}
