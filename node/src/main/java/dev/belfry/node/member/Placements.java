package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.LivingShards;
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
    private final LivingShards territory;

    private record Traits(NodeId node, int weight, int version, Set<GroupId> groups) {}

    private final Map<GroupId, PlacedGroup> byGroup = new HashMap<>();
    private View view = View.of(List.of());
    private List<Traits> traits = List.of();
    private long homesVersion;

    /**
     * @param territory the shards that the view is about
     */
    public Placements(LivingShards territory) {
        this.territory = territory;
    }

    /** The owners of a group's shards by the last view. */
    public PlacedGroup of(Group group) {
        return byGroup.computeIfAbsent(group.id(), _ -> placed(group));
    }

    /** The view that all groups are placed by from now on. */
    Placements see(View seen) {
        view = seen;
        var now = view.members().values().stream().map(Placements::traits).toList();
        long homesNow = territory.version();
        if (!now.equals(traits) || homesNow != homesVersion) {
            traits = now;
            homesVersion = homesNow;
            byGroup.clear();
        }
        return this;
    }

    /** Forgets all groups but these: one that comes back may have other shards. */
    void retain(Set<GroupId> groups) {
        byGroup.keySet().retainAll(groups);
    }

    /** Whole groups are placed, so that shares are even over all territories together. */
    private PlacedGroup placed(Group group) {
        return Placement.of(view, group).within(territory::holds);
    }

    private static Traits traits(NodeRow row) {
        return new Traits(
                row.incarnation().node(), row.weight(), row.placementVersion(), row.groups());
    }
}
