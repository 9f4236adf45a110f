package dev.belfry.store.routed;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** The timers of shards, each in the database of its shard. Thread-safe. */
record RoutedTimers(RoutedParts parts) implements ShardTimers {
    /** A shard that is moved so often while it is looked at has no peace. */
    private static final int MOVES = 3;

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        return parts.split(
                commits,
                commit -> commit.lease().shard(),
                (it, some) -> it.store().timers().commit(some));
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return whereItLives(shard, it -> it.page(shard, range, limit));
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        return whereItLives(shard, it -> it.find(shard, key));
    }

    /**
     * What was read counts if the shard lives in that database after it: a move leaves what it has
     * copied, until it is removed.
     */
    private <T> T whereItLives(ShardId shard, Function<ShardTimers, T> read) {
        for (int move = 0; move < MOVES; move++) {
            var database = parts.of(shard);
            var answer = read.apply(database.store().timers());
            if (isThere(database, shard)) {
                return answer;
            }
            parts.homes().look(shard.group());
        }
        throw new StoreException.Unavailable(
                "shard %s is being moved to another database".formatted(shard));
    }

    private boolean isThere(RoutedDatabase database, ShardId shard) {
        var row = database.store().leases().shard(shard);
        return row.arriving().isPresent()
                ? parts.homes().of(database).opens(row)
                : row.moved().isEmpty();
    }

    @Override
    public List<TimerKey> expired(ShardId shard, Instant now, int limit) {
        return parts.of(shard).store().timers().expired(shard, now, limit);
    }
}
