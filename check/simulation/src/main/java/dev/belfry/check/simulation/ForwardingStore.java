package dev.belfry.check.simulation;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** A store before another; a subclass watches or bends what is done to the timers. */
public class ForwardingStore implements TimerStore, ShardTimers {
    private final Supplier<TimerStore> store;

    public ForwardingStore(TimerStore store) {
        this(() -> store);
    }

    /** Before whichever store is given at the moment. */
    protected ForwardingStore(Supplier<TimerStore> store) {
        this.store = store;
    }

    @Override
    public StoreLimits limits() {
        return store.get().limits();
    }

    @Override
    public boolean isShared() {
        return store.get().isShared();
    }

    @Override
    public ShardTimers timers() {
        return this;
    }

    @Override
    public ShardLeases leases() {
        return store.get().leases();
    }

    @Override
    public NodeRows nodes() {
        return store.get().nodes();
    }

    @Override
    public StoredRecords records() {
        return store.get().records();
    }

    @Override
    public GroupLists lists() {
        return store.get().lists();
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        return store.get().timers().commit(commits);
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return store.get().timers().page(shard, range, limit);
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        return store.get().timers().find(shard, key);
    }

    @Override
    public List<TimerKey> expired(ShardId shard, Instant now, int limit) {
        return store.get().timers().expired(shard, now, limit);
    }

    @Override
    public void close() {
        store.get().close();
    }
}
