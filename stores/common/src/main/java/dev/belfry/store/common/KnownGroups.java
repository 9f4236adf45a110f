package dev.belfry.store.common;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * How many shards each group has. Counts never change, so that what was read once stays true.
 * Thread-safe.
 */
public final class KnownGroups {
    private final Supplier<Map<GroupId, Integer>> stored;
    private final Map<GroupId, Integer> known = new ConcurrentHashMap<>();

    /**
     * Knows nothing yet.
     *
     * @param stored reads the counts of all groups that were ever opened
     */
    public KnownGroups(Supplier<Map<GroupId, Integer>> stored) {
        this.stored = stored;
    }

    /**
     * Remembers a group that was opened or found.
     *
     * @param count what the store has
     * @throws StoreException.Rejected if the group should have another
     */
    public void opened(Group group, int count) {
        if (count != group.shardCount()) {
            throw StoreException.Rejected.otherShardCount(group, count);
        }
        known.put(group.id(), count);
    }

    public List<ShardId> shards(GroupId group) {
        return IntStream.range(0, shardCount(group))
                .mapToObj(index -> new ShardId(group, index))
                .toList();
    }

    /** The same shard, if it is one of a group that was ever opened. */
    public ShardId known(ShardId shard) {
        invariant(
                shard.index() < shardCount(shard.group()),
                "group %s has no shard %d",
                shard.group(),
                shard.index());
        return shard;
    }

    public int shardCount(GroupId group) {
        if (!known.containsKey(group)) {
            known.putAll(stored.get());
        }
        var count = known.get(group);
        if (count == null) {
            throw new IllegalStateException("group %s was never opened".formatted(group));
        }
        return count;
    }
}
