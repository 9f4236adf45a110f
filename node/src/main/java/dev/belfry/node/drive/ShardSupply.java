package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.node.member.Roster;
import java.time.Duration;
import java.util.List;

/** Where the shards of a node come from. Thread-safe. */
interface ShardSupply {
    /** What a node has before it starts. */
    ShardSupply NONE = new NoShards();

    /** Who is there and who should own what. */
    Roster roster();

    /** Gives the loops their shards, now and whenever that changes. */
    void start();

    /** The groups whose shards are wanted from now on. */
    void serve(List<Group> groups);

    /** Shards may have come from other databases, or gone to them. */
    void homesChanged();

    /** Has the node show itself to the others without delay, if there may be others. */
    void beatAtOnce();

    /** A loop has this shard no more. */
    void closed(ShardId shard);

    /**
     * Gives no more shards, and those there are to other nodes, if there are any; waits for a
     * bounded time.
     */
    void retire(Duration patience);

    /** Takes the node away from where others see it, after its shards; waits for a bounded time. */
    void leave(Duration patience);

    /** Stops at once. */
    void close();
}
