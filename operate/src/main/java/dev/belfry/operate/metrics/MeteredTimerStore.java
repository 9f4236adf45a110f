package dev.belfry.operate.metrics;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PoolUse;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.store.routed.RoutedTimerStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Collection;
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
    private final ShardTimers timers;
    private final ShardLeases leases;
    private final NodeRows nodes;
    private final StoredRecords records;
    private final GroupLists lists;

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
        this.timers = new MeteredTimers(store.timers());
        this.leases = new MeteredLeases(store.leases());
        this.nodes = new MeteredNodes(store.nodes());
        this.records = new MeteredRecords(store.records());
        this.lists = new MeteredLists(store.lists());
        ConnectionMetrics.of(database, store, registry);
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
    public boolean isBroken() {
        return store.isBroken();
    }

    @Override
    public Optional<String> refusal() {
        return store.refusal();
    }

    @Override
    public Optional<String> weakness() {
        return store.weakness();
    }

    @Override
    public List<PoolUse> pools() {
        return store.pools();
    }

    @Override
    public ShardTimers timers() {
        return timers;
    }

    @Override
    public ShardLeases leases() {
        return leases;
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
        return lists;
    }

    @Override
    public void close() {
        store.close();
    }

    private final class MeteredTimers implements ShardTimers {
        private final ShardTimers timers;

        MeteredTimers(ShardTimers timers) {
            this.timers = timers;
        }

        @Override
        public List<CommitResult> commit(List<ShardCommit> commits) {
            return timed("commit", () -> timers.commit(commits));
        }

        @Override
        public Page page(ShardId shard, PositionRange range, PageLimit limit) {
            return timed("page", () -> timers.page(shard, range, limit));
        }

        @Override
        public Entry find(ShardId shard, TimerKey key) {
            return timed("find", () -> timers.find(shard, key));
        }

        @Override
        public List<TimerKey> expired(ShardId shard, Instant now, int limit) {
            return timed("expired", () -> timers.expired(shard, now, limit));
        }
    }

    private final class MeteredLeases implements ShardLeases {
        private final ShardLeases leases;

        MeteredLeases(ShardLeases leases) {
            this.leases = leases;
        }

        @Override
        public Map<GroupId, Integer> shardCounts() {
            return timed("shard_counts", leases::shardCounts);
        }

        @Override
        public void openGroup(Group group) {
            timed("open_group", () -> leases.openGroup(group));
        }

        @Override
        public List<ShardRow> shards(GroupId group) {
            return timed("shards", () -> leases.shards(group));
        }

        @Override
        public ShardRow shard(ShardId shard) {
            return timed("shard", () -> leases.shard(shard));
        }

        @Override
        public List<ShardRow> shards(Collection<GroupId> groups) {
            return timed("shards", () -> leases.shards(groups));
        }

        @Override
        public List<ClaimResult> claim(List<Claim> claims) {
            return timed("claim", () -> leases.claim(claims));
        }

        @Override
        public void release(List<Release> releases) {
            timed("release", () -> leases.release(releases));
        }
    }

    private final class MeteredNodes implements NodeRows {
        private final NodeRows nodes;

        MeteredNodes(NodeRows nodes) {
            this.nodes = nodes;
        }

        @Override
        public void join(NodeRow node) {
            timed("join", () -> nodes.join(node));
        }

        @Override
        public Optional<Instant> beat(NodeRow node, long acknowledged) {
            return timed("beat", () -> nodes.beat(node, acknowledged));
        }

        @Override
        public Members members() {
            return timed("members", nodes::members);
        }

        @Override
        public boolean evict(NodeRow seen) {
            return timed("evict", () -> nodes.evict(seen));
        }

        @Override
        public boolean evictDisconnected(NodeRow seen) {
            return timed("evict", () -> nodes.evictDisconnected(seen));
        }

        @Override
        public void leave(Incarnation incarnation) {
            timed("leave", () -> nodes.leave(incarnation));
        }
    }

    private final class MeteredRecords implements StoredRecords {
        private final StoredRecords records;

        MeteredRecords(StoredRecords records) {
            this.records = records;
        }

        @Override
        public Optional<StoredRecord> find(RecordKey key) {
            return timed("record", () -> records.find(key));
        }

        @Override
        public List<StoredRecord> list(RecordKind kind, String afterId, int limit) {
            return timed("records", () -> records.list(kind, afterId, limit));
        }

        @Override
        public RecordResult apply(RecordChange change) {
            return timed("change_record", () -> records.apply(change));
        }

        @Override
        public long latest(RecordKind kind) {
            return timed("latest_record", () -> records.latest(kind));
        }
    }

    private final class MeteredLists implements GroupLists {
        private final GroupLists lists;

        MeteredLists(GroupLists lists) {
            this.lists = lists;
        }

        @Override
        public List<Timer> browse(Group group, PositionRange range, int limit) {
            return timed("browse", () -> lists.browse(group, range, limit));
        }

        @Override
        public List<Timer> correlated(
                Group group, String correlationId, Position fromInclusive, int limit) {
            return timed(
                    "correlated",
                    () -> lists.correlated(group, correlationId, fromInclusive, limit));
        }

        @Override
        public List<KeptTimer> kept(Group group, KeptQuery query) {
            return timed("kept", () -> lists.kept(group, query));
        }

        @Override
        public List<KeptTimer> keptCorrelated(
                Group group, String correlationId, Position before, int limit) {
            return timed(
                    "keptCorrelated",
                    () -> lists.keptCorrelated(group, correlationId, before, limit));
        }

        @Override
        public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
            return timed("counts", () -> lists.counts(shards, state, cap));
        }
    }
}
