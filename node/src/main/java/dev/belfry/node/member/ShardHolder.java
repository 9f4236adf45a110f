package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import java.util.List;

/** The node's loops, as membership tells them what to hold. */
public interface ShardHolder {
    /** Claims shards that stand in the store as these rows say. */
    void acquire(Group group, List<ShardRow> seen, Incarnation owner);

    /** The settings of a group that is held have changed; its shards are the same. */
    void regroup(Group group);

    /** Gives shards back in good order. */
    void release(List<ShardId> shards);

    /** Drops all shards at once: they belong to others now. */
    void abandonAll();

    /** Claims the held shards again, and reads them anew: the store is not what it was. */
    void reclaimAll();

    /** Asks the store whether the held shards are still held. */
    void verifyAll();
}
