package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The shards of the memory store and their timers. Thread-safe: one lock around everything. */
final class MemoryShards implements ShardLeases, ShardTimers, GroupLists {
    private final Map<GroupId, Integer> shardCounts = new LinkedHashMap<>();
    private final Map<ShardId, MemoryShard> shards = new TreeMap<>();

    synchronized MemoryShards copy() {
        var copy = new MemoryShards();
        copy.shardCounts.putAll(shardCounts);
        shards.forEach((id, shard) -> copy.shards.put(id, shard.copy()));
        return copy;
    }

    @Override
    public synchronized Map<GroupId, Integer> shardCounts() {
        return Map.copyOf(shardCounts);
    }

    @Override
    public synchronized void openGroup(Group group) {
        var known = shardCounts.putIfAbsent(group.id(), group.shardCount());
        if (known != null && known != group.shardCount()) {
            throw StoreException.Rejected.otherShardCount(group, known);
        }
        group.shards().forEach(shard -> shards.computeIfAbsent(shard, MemoryShard::new));
    }

    @Override
    public synchronized List<ShardRow> shards(GroupId group) {
        return shardsOf(group).map(MemoryShard::row).toList();
    }

    @Override
    public synchronized List<ClaimResult> claim(List<Claim> claims) {
        return claims.stream().map(claim -> memoryOf(claim.shard()).claim(claim)).toList();
    }

    @Override
    public synchronized void release(List<Release> releases) {
        releases.forEach(release -> memoryOf(release.lease().shard()).release(release));
    }

    @Override
    public synchronized List<CommitResult> commit(List<ShardCommit> commits) {
        var results = new ArrayList<CommitResult>(commits.size());
        for (var commit : commits) {
            results.add(memoryOf(commit.lease().shard()).commit(commit));
        }
        return results;
    }

    @Override
    public synchronized Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return memoryOf(shard).page(range, limit);
    }

    @Override
    public synchronized Entry find(ShardId shard, TimerKey key) {
        return memoryOf(shard).find(key);
    }

    @Override
    public synchronized List<TimerKey> expired(ShardId shard, Instant now, int limit) {
        return memoryOf(shard).expired(now, limit);
    }

    @Override
    public synchronized List<Timer> browse(Group group, PositionRange range, int limit) {
        return shardsOf(group.id())
                .flatMap(shard -> shard.pending(range).limit(limit))
                .sorted(Comparator.comparing(Timer::position))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return shardsOf(group.id())
                .flatMap(shard -> shard.pending(PositionRange.from(fromInclusive)))
                .filter(timer -> isCorrelated(timer, correlationId))
                .sorted(Comparator.comparing(Timer::position))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized List<KeptTimer> kept(Group group, KeptQuery query) {
        return latestBefore(group, query.before())
                .filter(kept -> kept.state() == query.state())
                .limit(query.limit())
                .toList();
    }

    @Override
    public synchronized List<KeptTimer> keptCorrelated(
            Group group, String correlationId, Position before, int limit) {
        return latestBefore(group, before)
                .filter(kept -> isCorrelated(kept.timer(), correlationId))
                .limit(limit)
                .toList();
    }

    private Stream<KeptTimer> latestBefore(Group group, Position before) {
        return shardsOf(group.id())
                .flatMap(MemoryShard::kept)
                .filter(kept -> kept.position().isBefore(before))
                .sorted(Comparator.comparing(KeptTimer::position).reversed());
    }

    private static boolean isCorrelated(Timer timer, String correlationId) {
        return timer.spec().correlationId().equals(Optional.of(correlationId));
    }

    @Override
    public synchronized List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
        return shards.stream().sorted().map(id -> memoryOf(id).count(state, cap)).toList();
    }

    synchronized void rollBack(ShardId shard) {
        memoryOf(shard).rollBack();
    }

    private MemoryShard memoryOf(ShardId id) {
        var shard = shards.get(id);
        if (shard == null) {
            throw new IllegalStateException("shard %s of a group that is not open".formatted(id));
        }
        return shard;
    }

    private Stream<MemoryShard> shardsOf(GroupId group) {
        return shards.values().stream().filter(shard -> shard.id().group().equals(group));
    }
}
