package dev.belfry.node.shard;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;

/**
 * The shards that a node's loops hold, or are about to claim. Only loops write it, each its own
 * shards; whoever else wants to know what is held reads it, and keeps no list beside it.
 * Thread-safe.
 */
public final class HeldShards {
    private final NavigableSet<ShardId> shards = new ConcurrentSkipListSet<>();
    private final Consumer<ShardId> whenClosed;

    /**
     * @param whenClosed is told of each shard that is held no more
     */
    public HeldShards(Consumer<ShardId> whenClosed) {
        this.whenClosed = whenClosed;
    }

    public void taken(ShardId shard) {
        shards.add(shard);
    }

    public void closed(ShardId shard) {
        shards.remove(shard);
        whenClosed.accept(shard);
    }

    public boolean contains(ShardId shard) {
        return shards.contains(shard);
    }

    /** Those of a group, as they are while they are looked at. */
    public Set<ShardId> of(GroupId group) {
        var first = new ShardId(group, 0);
        return shards.subSet(first, true, new ShardId(group, Integer.MAX_VALUE), true);
    }
}
