package dev.belfry.core.store;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The nodes of the memory store. Thread-safe: one lock around everything. */
final class MemoryNodes implements NodeRows {
    private final InstantSource clock;
    private final Map<NodeId, NodeRow> nodes = new TreeMap<>();
    private final Set<Incarnation> disconnected = new HashSet<>();

    MemoryNodes(InstantSource clock) {
        this.clock = clock;
    }

    synchronized MemoryNodes copy() {
        var copy = new MemoryNodes(clock);
        copy.nodes.putAll(nodes);
        copy.disconnected.addAll(disconnected);
        return copy;
    }

    @Override
    public synchronized void join(NodeRow node) {
        nodes.put(node.incarnation().node(), node);
    }

    @Override
    public synchronized Optional<Instant> beat(NodeRow node, long acknowledged) {
        var row = nodes.get(node.incarnation().node());
        if (row == null
                || !row.incarnation().equals(node.incarnation())
                || row.beat() < acknowledged) {
            return Optional.empty();
        }
        nodes.put(node.incarnation().node(), node);
        return Optional.of(clock.instant());
    }

    @Override
    public synchronized Members members() {
        return new Members(List.copyOf(nodes.values()), clock.instant());
    }

    @Override
    public synchronized boolean evict(NodeRow seen) {
        var row = nodes.get(seen.incarnation().node());
        if (row == null || !row.incarnation().equals(seen.incarnation())) {
            return true;
        }
        return row.beat() == seen.beat() && nodes.remove(seen.incarnation().node(), row);
    }

    synchronized void disconnect(Incarnation life) {
        disconnected.add(life);
    }

    @Override
    public synchronized boolean evictDisconnected(NodeRow seen) {
        var row = nodes.get(seen.incarnation().node());
        return row != null
                && row.incarnation().equals(seen.incarnation())
                && disconnected.contains(seen.incarnation())
                && evict(seen);
    }

    @Override
    public synchronized void leave(Incarnation incarnation) {
        nodes.computeIfPresent(
                incarnation.node(), (_, row) -> row.incarnation().equals(incarnation) ? null : row);
    }
}
