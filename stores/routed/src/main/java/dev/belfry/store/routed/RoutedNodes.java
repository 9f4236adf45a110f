package dev.belfry.store.routed;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** The nodes of all databases: an engine joins each database for itself. Thread-safe. */
record RoutedNodes(RoutedParts parts) implements NodeRows {
    @Override
    public void join(NodeRow node) {
        parts.everywhere(it -> it.store().nodes().join(node));
    }

    @Override
    public Optional<Instant> beat(NodeRow node, long acknowledged) {
        var clocks = parts.all(it -> it.store().nodes().beat(node, acknowledged));
        return clocks.stream().allMatch(Optional::isPresent) ? clocks.getFirst() : Optional.empty();
    }

    /** The nodes of those databases that answer, by the clock of the first. */
    @Override
    public Members members() {
        var all = parts.available(it -> it.store().nodes().members());
        var nodes = new LinkedHashMap<Incarnation, NodeRow>();
        for (var members : all) {
            members.nodes()
                    .forEach(node -> nodes.merge(node.incarnation(), node, RoutedNodes::later));
        }
        return new Members(List.copyOf(nodes.values()), all.getFirst().storeClock());
    }

    @Override
    public boolean evict(NodeRow seen) {
        return parts.all(it -> it.store().nodes().evict(seen)).stream().allMatch(isGone -> isGone);
    }

    @Override
    public void leave(Incarnation incarnation) {
        parts.everywhere(it -> it.store().nodes().leave(incarnation));
    }

    private static NodeRow later(NodeRow one, NodeRow other) {
        return other.beat() > one.beat() ? other : one;
    }
}
