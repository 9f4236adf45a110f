package dev.belfry.operate.metrics;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardCounts;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.store.routed.RoutedTimerStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A store whose calls are timed by database, operation and outcome. Thread-safe. */
public final class MeteredTimerStore implements TimerStore {
    private final String database;
    private final TimerStore store;
    private final MeterRegistry registry;

    /** Times the calls of each database behind a store for itself. */
    public static TimerStore of(TimerStore store, MeterRegistry registry) {
        return store instanceof RoutedTimerStore routed
                ? routed.decorated(
                        it -> it.behind(part -> new MeteredTimerStore(it.name(), part, registry)))
                : new MeteredTimerStore("", store, registry);
    }

    /**
     * @param database its name among others; empty if it is the only one
     */
    private MeteredTimerStore(String database, TimerStore store, MeterRegistry registry) {
        this.database = database;
        this.store = store;
        this.registry = registry;
    }

    private <T> T timed(String operation, Supplier<T> call) {
        long began = registry.config().clock().monotonicTime();
        var outcome = "error";
        try {
            var result = call.get();
            outcome = "ok";
            return result;
        } catch (StoreException e) {
            outcome = nameOf(e);
            throw e;
        } finally {
            long took = registry.config().clock().monotonicTime() - began;
            timer(operation, outcome).record(took, TimeUnit.NANOSECONDS);
        }
    }

    private static String nameOf(StoreException failure) {
        return switch (failure) {
            case StoreException.OutcomeUnknown _ -> "unknown";
            case StoreException.Unavailable _ -> "unavailable";
            case StoreException.Rejected _ -> "rejected";
        };
    }

    /** The registry finds the one that is there already. */
    private io.micrometer.core.instrument.Timer timer(String operation, String outcome) {
        return io.micrometer.core.instrument.Timer.builder("belfry.store.call")
                .description("Calls of the store")
                .tag("database", database)
                .tag("operation", operation)
                .tag("outcome", outcome)
                .serviceLevelObjectives(Buckets.STORE)
                .register(registry);
    }

    private void timed(String operation, Runnable call) {
        timed(
                operation,
                () -> {
                    call.run();
                    return true;
                });
    }

    @Override
    public StoreLimits limits() {
        return store.limits();
    }

    @Override
    public boolean isShared() {
        return store.isShared();
    }

    @Override
    public Map<GroupId, Integer> shardCounts() {
        return timed("shard_counts", store::shardCounts);
    }

    @Override
    public boolean isBroken() {
        return store.isBroken();
    }

    @Override
    public void openGroup(Group group) {
        timed("open_group", () -> store.openGroup(group));
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return timed("shards", () -> store.shards(group));
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        return timed("claim", () -> store.claim(claims));
    }

    @Override
    public void release(List<Release> releases) {
        timed("release", () -> store.release(releases));
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        return timed("commit", () -> store.commit(commits));
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return timed("page", () -> store.page(shard, range, limit));
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        return timed("find", () -> store.find(shard, key));
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return timed("browse", () -> store.browse(group, range, limit));
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return timed(
                "correlated", () -> store.correlated(group, correlationId, fromInclusive, limit));
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return timed("kept", () -> store.kept(group, query));
    }

    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
        return timed("expired", () -> store.expired(shard, now, limit));
    }

    @Override
    public List<ShardCounts> counts(Group group, int cap) {
        return timed("counts", () -> store.counts(group, cap));
    }

    @Override
    public void pause(Pause pause) {
        timed("pause", () -> store.pause(pause));
    }

    @Override
    public void resume(GroupId group) {
        timed("resume", () -> store.resume(group));
    }

    @Override
    public List<Pause> pauses() {
        return timed("pauses", store::pauses);
    }

    @Override
    public void join(NodeRow node) {
        timed("join", () -> store.join(node));
    }

    @Override
    public Optional<Instant> beat(NodeRow node) {
        return timed("beat", () -> store.beat(node));
    }

    @Override
    public Members members() {
        return timed("members", store::members);
    }

    @Override
    public boolean evict(NodeRow seen) {
        return timed("evict", () -> store.evict(seen));
    }

    @Override
    public void leave(Incarnation incarnation) {
        timed("leave", () -> store.leave(incarnation));
    }

    @Override
    public void close() {
        store.close();
    }
}
