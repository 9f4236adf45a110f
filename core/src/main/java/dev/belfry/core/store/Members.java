package dev.belfry.core.store;

import java.time.Instant;
import java.util.List;

/**
 * All node rows at one moment.
 *
 * @param storeClock the store's own clock at that moment, for comparing
 */
public record Members(List<NodeRow> nodes, Instant storeClock) {
    public Members {
        nodes = List.copyOf(nodes);
    }

    /** The nodes that have given a sign of life since an earlier look. */
    public List<NodeRow> beatenSince(Members earlier) {
        return nodes.stream().filter(node -> !earlier.nodes().contains(node)).toList();
    }
}
