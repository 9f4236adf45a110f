package dev.belfry.core.store;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import java.time.InstantSource;

/**
 * A store in memory, for simulation and unit tests: the contract in its plainest form. Thread-safe.
 */
public final class MemoryTimerStore implements TimerStore {
    private static final StoreLimits LIMITS = new StoreLimits(1_000, 8 << 20, 4_096, 4, 2);

    private final MemoryShards shards;
    private final MemoryRecords records;
    private final MemoryNodes nodes;

    public MemoryTimerStore(InstantSource clock) {
        this(new MemoryShards(), new MemoryRecords(), new MemoryNodes(clock));
    }

    private MemoryTimerStore(MemoryShards shards, MemoryRecords records, MemoryNodes nodes) {
        this.shards = shards;
        this.records = records;
        this.nodes = nodes;
    }

    /** A store that begins as this one stands, as a replica does that has its writes until now. */
    public MemoryTimerStore copy() {
        return new MemoryTimerStore(shards.copy(), records.copy(), nodes.copy());
    }

    @Override
    public StoreLimits limits() {
        return LIMITS;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public ShardTimers timers() {
        return shards;
    }

    @Override
    public ShardLeases leases() {
        return shards;
    }

    @Override
    public NodeRows nodes() {
        return nodes;
    }

    @Override
    public StoredRecords records() {
        return records;
    }

    @Override
    public GroupLists lists() {
        return shards;
    }

    /** Forgets the last claim of a shard, as a database does that fails over and loses writes. */
    public void rollBack(ShardId shard) {
        shards.rollBack(shard);
    }

    /** From now on a life of a node has no session, as if its process had ended. */
    public void disconnect(Incarnation life) {
        nodes.disconnect(life);
    }

    @Override
    public void close() {}
}
