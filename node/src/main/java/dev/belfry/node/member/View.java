package dev.belfry.node.member;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The nodes that one node counts as alive. */
public record View(SortedMap<NodeId, NodeRow> members) {
    public static View of(Collection<NodeRow> rows) {
        var members = new TreeMap<NodeId, NodeRow>();
        rows.forEach(row -> members.put(row.incarnation().node(), row));
        return new View(members);
    }

    public View {
        members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
    }
}
