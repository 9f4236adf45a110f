package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Compares what a node holds with what placement gives it, and says what to do about it: again and
 * again, not only when a view changes, so that no missed event leaves a shard without an owner.
 * Confined to the node's loop.
 */
final class Reconciler {
    private final NodeId self;
    private final Watch watch;
    private final Duration proofLasts;
    private final Placements placements;
    private final Set<ShardId> held = new TreeSet<>();

    /** When a life was first seen to have been replaced by another of the same node. */
    private final Map<Incarnation, Long> replacedSince = new HashMap<>();

    Reconciler(NodeId self, Watch watch, Duration proofLasts, Predicate<ShardId> territory) {
        this.self = self;
        this.watch = watch;
        this.proofLasts = proofLasts;
        this.placements = new Placements(territory);
    }

    /** Who should own what, by the views that were asked about. */
    Placements placements() {
        return placements;
    }

    /** The shards of a group that are another's to hold. */
    List<ShardId> toRelease(View view, Group group) {
        var owners = placements.of(view, group);
        return held.stream()
                .filter(shard -> shard.group().equals(group.id()))
                .filter(shard -> owners.containsKey(shard) && !self.equals(owners.get(shard)))
                .toList();
    }

    /** The shards of a group that are this node's to hold and that it does not hold. */
    Set<ShardId> missing(View view, Group group) {
        var missing = new HashSet<ShardId>();
        placements
                .of(view, group)
                .forEach(
                        (shard, owner) -> {
                            if (owner.equals(self) && !held.contains(shard)) {
                                missing.add(shard);
                            }
                        });
        return missing;
    }

    /** Whether a shard that stands like this may be claimed without asking anybody. */
    boolean isClaimable(ShardRow row, long nowNanos) {
        return row.owner().isEmpty()
                || (row.moved().isEmpty() && isGone(row.owner().get(), nowNanos));
    }

    private boolean isGone(Incarnation owner, long nowNanos) {
        if (owner.node().equals(self)) {
            return true;
        }
        var row = watch.row(owner.node());
        if (row.isEmpty()) {
            return true;
        }
        if (row.get().incarnation().equals(owner)) {
            return false;
        }
        // Its proof may outlive its replacement by a moment.
        long since = replacedSince.computeIfAbsent(owner, _ -> nowNanos);
        return nowNanos - since >= proofLasts.toNanos();
    }

    void holds(ShardId shard) {
        held.add(shard);
    }

    void closed(ShardId shard) {
        held.remove(shard);
    }

    void holdsNothing() {
        held.clear();
    }
}
