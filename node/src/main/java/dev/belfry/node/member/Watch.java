package dev.belfry.node.member;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * When each node was last seen to move, by the reader's own monotonic clock. Confined to the node's
 * loop.
 */
final class Watch {
    private record Sighting(NodeRow row, long movedNanos) {}

    private final Duration deadAfter;
    private final Map<NodeId, Sighting> sightings = new TreeMap<>();

    Watch(Duration deadAfter) {
        this.deadAfter = deadAfter;
    }

    /** Takes over a reading; a row seen for the first time counts as moved now. */
    void read(Members members, long nowNanos) {
        var rows = new TreeMap<NodeId, NodeRow>();
        members.nodes().forEach(row -> rows.put(row.incarnation().node(), row));
        sightings.keySet().retainAll(rows.keySet());
        rows.forEach(
                (node, row) ->
                        sightings.merge(
                                node,
                                new Sighting(row, nowNanos),
                                (former, fresh) ->
                                        moved(former, fresh) ? fresh : resighted(former, row)));
    }

    private static boolean moved(Sighting former, Sighting fresh) {
        return former.row.beat() != fresh.row.beat()
                || !former.row.incarnation().equals(fresh.row.incarnation());
    }

    /** Other traits may change without a beat. */
    private static Sighting resighted(Sighting former, NodeRow row) {
        return new Sighting(row, former.movedNanos);
    }

    View view(long nowNanos) {
        return View.of(
                sightings.values().stream()
                        .filter(sighting -> !isSilent(sighting, nowNanos))
                        .map(Sighting::row)
                        .toList());
    }

    /** The row of a node, alive or not. */
    Optional<NodeRow> row(NodeId node) {
        return Optional.ofNullable(sightings.get(node)).map(Sighting::row);
    }

    /** The rows that have been silent for so long that they may be evicted. */
    List<NodeRow> silent(long nowNanos) {
        return sightings.values().stream()
                .filter(sighting -> isSilent(sighting, nowNanos))
                .map(Sighting::row)
                .toList();
    }

    private boolean isSilent(Sighting sighting, long nowNanos) {
        return nowNanos - sighting.movedNanos >= deadAfter.toNanos();
    }
}
