package dev.belfry.engine.membership;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.GroupId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Placements of the last view: worked out anew only when something changed that they depend on, for
 * views come with every beat. Confined to one loop.
 */
public final class Placements {
    private record Traits(NodeId node, int weight, Set<GroupId> groups) {}

    private final Map<GroupId, Map<ShardId, NodeId>> byGroup = new HashMap<>();
    private List<Traits> traits = List.of();

    public Map<ShardId, NodeId> of(View view, Group group) {
        var now = view.members().values().stream().map(Placements::traits).toList();
        if (!now.equals(traits)) {
            traits = now;
            byGroup.clear();
        }
        return byGroup.computeIfAbsent(group.id(), _ -> Placement.of(view, group));
    }

    private static Traits traits(NodeRow row) {
        return new Traits(row.incarnation().node(), row.weight(), row.groups());
    }
}
