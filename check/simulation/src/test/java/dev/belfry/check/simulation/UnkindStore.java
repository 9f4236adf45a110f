package dev.belfry.check.simulation;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** A store that fails some calls before they are made, some after, and some come late. */
final class UnkindStore extends ForwardingStore implements ShardLeases {
    private static final int SELDOM = 40;

    private final TimerStore store;
    private final Random random;
    private Runnable late = () -> {};

    UnkindStore(TimerStore store, Random random) {
        super(store);
        this.store = store;
        this.random = random;
    }

    private <T> T call(Supplier<T> call) {
        if (random.nextInt(4) == 0) {
            var ghost = late;
            late = () -> {};
            ghost.run();
        }
        return switch (random.nextInt(SELDOM)) {
            case 0 -> throw new StoreException.Unavailable("not now");
            case 1 -> {
                var _ = call.get();
                throw new StoreException.OutcomeUnknown("it happened");
            }
            case 2 -> {
                late =
                        () -> {
                            var _ = call.get();
                        };
                throw new StoreException.OutcomeUnknown("it will happen, or not");
            }
            default -> call.get();
        };
    }

    @Override
    public ShardLeases leases() {
        return this;
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        return call(() -> store.timers().commit(commits));
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return call(() -> store.timers().page(shard, range, limit));
    }

    @Override
    public Map<GroupId, Integer> shardCounts() {
        return store.leases().shardCounts();
    }

    @Override
    public void openGroup(Group group) {
        store.leases().openGroup(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return call(() -> store.leases().shards(group));
    }

    @Override
    public ShardRow shard(ShardId shard) {
        return call(() -> store.leases().shard(shard));
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        return call(() -> store.leases().claim(claims));
    }

    @Override
    public void release(List<Release> releases) {
        var _ =
                call(
                        () -> {
                            store.leases().release(releases);
                            return true;
                        });
    }
}
