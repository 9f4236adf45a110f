package dev.belfry.store.dynamodb;

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
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.List;

/** The timers of a shard. Immutable. */
final class DynamoTimers implements ShardTimers {
    private final Table table;
    private final Groups groups;

    DynamoTimers(Table table, Groups groups) {
        this.table = table;
        this.groups = groups;
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        groups.requireOpen(commits.stream().map(commit -> commit.lease().shard()));
        return Parts.write(
                table.calls(),
                commits,
                commit -> new Commit(table, commit).apply(),
                CommitResult.Committed.class::isInstance);
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        groups.requireOpen(shard);
        return new PageReader(table, shard, range, limit).read();
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        groups.requireOpen(shard);
        var item = table.get(ItemKey.of(shard, TimerUuid.of(key)));
        var entry = TimerItems.entry(item, shard.group());
        TimerItems.requireKey(key, entry);
        return entry;
    }

    /** DynamoDB removes them by itself. */
    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
        groups.requireOpen(shard);
        return List.of();
    }
}
