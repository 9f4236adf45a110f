package dev.belfry.store.routed;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;

/** The timers of shards, each in the database of its shard. Thread-safe. */
record RoutedTimers(RoutedParts parts) implements ShardTimers {
    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        return parts.split(
                commits,
                commit -> commit.lease().shard(),
                (it, some) -> it.store().timers().commit(some));
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return parts.of(shard).store().timers().page(shard, range, limit);
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        return parts.of(shard).store().timers().find(shard, key);
    }

    @Override
    public List<TimerKey> expired(ShardId shard, Instant now, int limit) {
        return parts.of(shard).store().timers().expired(shard, now, limit);
    }
}
