package dev.belfry.core.shard;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.timer.GroupId;
import java.util.Comparator;

/** A slice of a group: the unit of ownership, order and atomicity. */
public record ShardId(GroupId group, int index) implements Comparable<ShardId> {
    private static final Comparator<ShardId> ORDER =
            Comparator.comparing((ShardId shard) -> shard.group().value())
                    .thenComparingInt(ShardId::index);

    public ShardId {
        invariant(index >= 0, "shard index %d", index);
    }

    @Override
    public int compareTo(ShardId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return group + "#" + index;
    }
}
