package dev.belfry.store.mongodb;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;

/** The timers of a shard. Immutable. */
final class MongoTimers implements ShardTimers {
    private final Database database;
    private final Groups groups;
    private final PendingTimers pending;

    MongoTimers(Database database, Groups groups) {
        this.database = database;
        this.groups = groups;
        this.pending = new PendingTimers(database);
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        commits.forEach(commit -> groups.known(commit.lease().shard()));
        return Database.PARALLEL.write(
                commits,
                commit -> new Commit(database, commit).apply(),
                CommitResult.Committed.class::isInstance);
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return pending.page(groups.known(shard), range, limit);
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        var found =
                database.read(
                        session ->
                                new EntryReader(database.shards())
                                        .find(session, groups.known(shard), key));
        TimerDocuments.requireKey(key, found);
        return found;
    }

    /** Always empty: the server removes kept timers by itself. */
    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
        groups.known(shard);
        return List.of();
    }
}
