package dev.belfry.node.member;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Who should own each shard of a group, a number for each. Immutable. */
public final class PlacedGroup {
    private static final int NOBODY = -1;

    private final GroupId group;
    private final List<NodeId> nodes;
    private final int[] owners;

    /**
     * @param owners the number of a node for each shard, or less than zero; not to be changed
     */
    PlacedGroup(GroupId group, List<NodeId> nodes, int[] owners) {
        this.group = group;
        this.nodes = List.copyOf(nodes);
        this.owners = owners;
    }

    /** Who should own a shard; empty while nobody can. */
    public Optional<NodeId> ownerOf(ShardId shard) {
        invariant(shard.group().equals(group), "%s is none of %s", shard, group);
        return ownerOf(shard.index());
    }

    private Optional<NodeId> ownerOf(int index) {
        return index >= owners.length || owners[index] < 0
                ? Optional.empty()
                : Optional.of(nodes.get(owners[index]));
    }

    /** The shards that a node should own. */
    List<ShardId> of(NodeId node) {
        int number = nodes.indexOf(node);
        return number < 0
                ? List.of()
                : IntStream.range(0, owners.length)
                        .filter(index -> owners[index] == number)
                        .mapToObj(index -> new ShardId(group, index))
                        .toList();
    }

    /** How many shards a node should own. */
    int count(NodeId node) {
        int number = nodes.indexOf(node);
        return number < 0
                ? 0
                : (int) Arrays.stream(owners).filter(owner -> owner == number).count();
    }

    /** What it says about some shards; nothing about the others. */
    PlacedGroup within(Predicate<ShardId> territory) {
        var some = owners.clone();
        for (int index = 0; index < some.length; index++) {
            if (!territory.test(new ShardId(group, index))) {
                some[index] = NOBODY;
            }
        }
        return new PlacedGroup(group, nodes, some);
    }

    /** Both together: they are about different shards. */
    PlacedGroup plus(PlacedGroup other) {
        var all = new ArrayList<>(nodes);
        all.addAll(other.nodes);
        var both = owners.clone();
        for (int index = 0; index < both.length; index++) {
            if (both[index] < 0 && other.owners[index] >= 0) {
                both[index] = all.indexOf(other.nodes.get(other.owners[index]));
            }
        }
        return new PlacedGroup(group, all, both);
    }
}
