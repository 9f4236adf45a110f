package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.store.common.StoredKey;
import java.time.Instant;
import java.util.List;

/** The timers of a shard. Immutable. */
final class DynamoTimers implements ShardTimers {
    private final DynamoTable table;
    private final DynamoGroups groups;

    DynamoTimers(DynamoTable table, DynamoGroups groups) {
        this.table = table;
        this.groups = groups;
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        commits.forEach(commit -> groups.known().known(commit.lease().shard()));
        return Calls.PARALLEL.write(
                commits,
                commit -> new DynamoCommit(table, commit).apply(),
                CommitResult.Committed.class::isInstance);
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        groups.known().known(shard);
        return new PageReader(table, shard, range, limit).read();
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        groups.known().known(shard);
        var item = table.get(ItemKey.of(shard, TimerUuid.of(key)));
        return StoredKey.requireSame(key, TimerItems.entry(item, shard.group()));
    }

    /** DynamoDB removes them by itself. */
    @Override
    public List<TimerKey> expired(ShardId shard, Instant now, int limit) {
        groups.known().known(shard);
        return List.of();
    }
}
