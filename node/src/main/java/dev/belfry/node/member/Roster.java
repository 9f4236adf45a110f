package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.LivingShards;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.GroupId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is there and who should own what, as one node sees it. Immutable. */
public record Roster(View view, Map<GroupId, PlacedGroup> owners) {
    public static final Roster NOBODY = new Roster(View.of(List.of()), Map.of());

    public Roster {
        owners = Map.copyOf(owners);
    }

    static Roster of(View view, Collection<Group> groups, Placements placements) {
        var owners = new HashMap<GroupId, PlacedGroup>();
        placements.see(view);
        groups.forEach(group -> owners.put(group.id(), placements.of(group)));
        return new Roster(view, owners);
    }

    /** A node that has all shards of a territory for itself. */
    public static Roster alone(NodeRow node, Collection<Group> groups, LivingShards territory) {
        return of(View.of(List.of(node)), groups, new Placements(territory));
    }

    /** Both together: they are about different shards. */
    public Roster plus(Roster other) {
        var members = new ArrayList<>(view.members().values());
        members.addAll(other.view.members().values());
        var all = new HashMap<>(owners);
        other.owners.forEach((group, some) -> all.merge(group, some, PlacedGroup::plus));
        return new Roster(View.of(members), all);
    }

    /** Who should own a shard; empty while nobody can. */
    public Optional<NodeRow> ownerOf(ShardId shard) {
        return Optional.ofNullable(owners.get(shard.group()))
                .flatMap(placed -> placed.ownerOf(shard))
                .map(node -> view.members().get(node));
    }

    /** How many shards of a group a node should own. */
    public int share(NodeId node, GroupId group) {
        var placed = owners.get(group);
        return placed == null ? 0 : placed.count(node);
    }
}
