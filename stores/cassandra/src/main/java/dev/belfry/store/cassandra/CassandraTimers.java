package dev.belfry.store.cassandra;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.store.common.StoredKey;
import java.time.Instant;
import java.util.List;

/** The timers of a shard. Immutable. */
final class CassandraTimers implements ShardTimers {
    private final CassandraGroups groups;
    private final CassandraEntryReader entries;
    private final ShardCommits commits;
    private final CassandraPendingTimers pending;

    CassandraTimers(Cql cql, CassandraGroups groups, CassandraShards shards) {
        this.groups = groups;
        this.entries = new CassandraEntryReader(cql);
        this.commits = new ShardCommits(cql, shards, entries);
        this.pending = new CassandraPendingTimers(cql);
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> parts) {
        parts.forEach(part -> groups.known().known(part.lease().shard()));
        return Cql.PARALLEL.write(parts, commits::apply, CommitResult.Committed.class::isInstance);
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return pending.page(groups.known().known(shard), range, limit);
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        return StoredKey.requireSame(key, entries.find(groups.known().known(shard), key));
    }

    /** Always empty: rows of kept timers have a time to live. */
    @Override
    public List<TimerKey> expired(ShardId shard, Instant now, int limit) {
        return List.of();
    }
}
