package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.LivingShards;
import dev.belfry.core.store.ShardRow;
import dev.belfry.node.shard.HeldShards;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
    private final HeldShards held;
    private final Predicate<Incarnation> over;
    private final LivingShards homes;

    /** When a loop was last asked to hold a shard: it may not have heard of it yet. */
    private final Map<ShardId, Long> asked = new HashMap<>();

    /** Of lives that were replaced by others, and of marks that are open. */
    private final FirstSightings sightings;

    /**
     * @param held what the loops hold: there is no other list of it
     * @param over the lives that can not act any more
     */
    Reconciler(
            NodeId self,
            Watch watch,
            Duration proofLasts,
            LivingShards territory,
            HeldShards held,
            Predicate<Incarnation> over) {
        this.held = held;
        this.over = over;
        this.homes = territory;
        this.self = self;
        this.watch = watch;
        this.proofLasts = proofLasts;
        this.sightings = new FirstSightings(proofLasts);
        this.placements = new Placements(territory);
    }

    /** Who should own what, by the last view that they saw. */
    Placements placements() {
        return placements;
    }

    /** The shards of a group that are another's to hold. */
    List<ShardId> toRelease(Group group) {
        var owners = placements.of(group);
        return held.of(group.id()).stream()
                .filter(
                        shard ->
                                owners.ownerOf(shard)
                                        .filter(owner -> !owner.equals(self))
                                        .isPresent())
                .toList();
    }

    /** Loops that were asked long ago have heard of it. */
    void look(long nowNanos) {
        asked.values().removeIf(since -> nowNanos - since >= proofLasts.toNanos());
    }

    /** The shards of a group that are this node's to hold and that it does not hold. */
    Set<ShardId> missing(Group group) {
        return placements.of(group).of(self).stream()
                .filter(this::isNotHeld)
                .collect(Collectors.toSet());
    }

    /** Whether no loop holds it, nor was asked to a moment ago. */
    boolean isNotHeld(ShardId shard) {
        return !held.contains(shard) && !asked.containsKey(shard);
    }

    /** Whether a shard that stands like this may be claimed without asking anybody. */
    boolean isClaimable(ShardRow row, long nowNanos) {
        if (row.isMarked()) {
            // Whoever moved it knows the attempts under way, and opens it if it lives.
            return homes.opens(row) && sightings.isLongAgo(row.owner().orElseThrow(), nowNanos);
        }
        return row.owner().isEmpty() || isGone(row.owner().get(), nowNanos);
    }

    private boolean isGone(Incarnation owner, long nowNanos) {
        if (over.test(owner)) {
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
        return sightings.isLongAgo(owner, nowNanos);
    }

    /** A loop was asked to hold it. */
    void asked(ShardId shard, long nowNanos) {
        asked.put(shard, nowNanos);
    }

    /** A loop has let it go, and may be asked again. */
    void closed(ShardId shard) {
        asked.remove(shard);
    }
}
