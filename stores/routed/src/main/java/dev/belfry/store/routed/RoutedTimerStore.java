package dev.belfry.store.routed;

import static dev.belfry.core.Checks.invariant;

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
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Several databases behind one store, each with shards of its own: plain SQL servers scale out by
 * it. An engine uses each {@link Territory} for itself, so that one database that is down stops its
 * own shards only; what goes through this class is for clients, people and the start. Thread-safe.
 *
 * <p>A pause is written to all databases before it is acknowledged, and so is known to each that
 * answers. A pause or resume that not every database took is {@link
 * dev.belfry.core.store.StoreException.OutcomeUnknown}: it holds in those that took it, and should
 * be repeated.
 */
public final class RoutedTimerStore implements TimerStore {
    private final List<Database> databases;
    private final Route route;
    private final Parts parts;
    private final Homes homes;

    public RoutedTimerStore(List<Database> databases, Route route) {
        invariant(!databases.isEmpty(), "a routed store without databases");
        this.databases = List.copyOf(databases);
        this.route = route;
        this.parts = new Parts(this.databases, route);
        this.homes = new Homes(this.databases, route);
    }

    /** The same databases by the same route, each behind something of the caller's. */
    public RoutedTimerStore decorated(UnaryOperator<Database> decoration) {
        return new RoutedTimerStore(databases.stream().map(decoration).toList(), route);
    }

    @Override
    public StoreLimits limits() {
        return databases.stream()
                .map(database -> database.store().limits())
                .reduce(RoutedTimerStore::smaller)
                .orElseThrow();
    }

    private static StoreLimits smaller(StoreLimits one, StoreLimits other) {
        return new StoreLimits(
                Math.min(one.mutationsPerShard(), other.mutationsPerShard()),
                Math.min(one.bytesPerShard(), other.bytesPerShard()),
                Math.min(one.shardsPerCommit(), other.shardsPerCommit()),
                Math.min(one.parallelCalls(), other.parallelCalls()),
                Math.min(one.parallelCommits(), other.parallelCommits()));
    }

    @Override
    public boolean isShared() {
        return databases.stream().anyMatch(database -> database.store().isShared());
    }

    @Override
    public boolean isBroken() {
        return databases.stream().anyMatch(database -> database.store().isBroken());
    }

    @Override
    public List<Territory> territories() {
        return databases.stream()
                .map(it -> new Territory(it.name(), it.store(), shard -> isIn(it, shard)))
                .toList();
    }

    private boolean isIn(Database database, ShardId shard) {
        return route.databaseOf(shard).equals(database.name());
    }

    // ---- groups and shards

    @Override
    public Map<GroupId, Integer> shardCounts() {
        var counts = new HashMap<GroupId, Integer>();
        parts.all(it -> it.store().shardCounts()).forEach(counts::putAll);
        return Map.copyOf(counts);
    }

    @Override
    public void openGroup(Group group) {
        homes.requireSameCount(group);
        databases.forEach(it -> it.store().openGroup(group));
        homes.settle(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return parts.merged(it -> living(it, it.store().shards(group)))
                .sorted(Comparator.comparing(ShardRow::shard))
                .toList();
    }

    private List<ShardRow> living(Database database, List<ShardRow> rows) {
        return rows.stream().filter(row -> isIn(database, row.shard())).toList();
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        return parts.split(claims, Claim::shard, (it, some) -> it.store().claim(some));
    }

    @Override
    public void release(List<Release> releases) {
        var _ =
                parts.split(
                        releases,
                        release -> release.lease().shard(),
                        (it, some) -> {
                            it.store().release(some);
                            return List.of();
                        });
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        return parts.split(
                commits, commit -> commit.lease().shard(), (it, some) -> it.store().commit(some));
    }

    // ---- timers

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return parts.of(shard).store().page(shard, range, limit);
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        return parts.of(shard).store().find(shard, key);
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return parts.merged(it -> it.store().browse(group, range, limit))
                .sorted(Comparator.comparing(Timer::position))
                .limit(limit)
                .toList();
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return parts.merged(it -> it.store().correlated(group, correlationId, fromInclusive, limit))
                .sorted(Comparator.comparing(Timer::position))
                .limit(limit)
                .toList();
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return parts.merged(it -> it.store().kept(group, query))
                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                .limit(query.limit())
                .toList();
    }

    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
        return parts.of(shard).store().expired(shard, now, limit);
    }

    @Override
    public List<ShardCounts> counts(Group group, int cap) {
        return parts.merged(
                        it ->
                                it.store().counts(group, cap).stream()
                                        .filter(counts -> isIn(it, counts.shard()))
                                        .toList())
                .sorted(Comparator.comparing(ShardCounts::shard))
                .toList();
    }

    // ---- pauses

    @Override
    public void pause(Pause pause) {
        parts.everywhere(it -> it.store().pause(pause));
    }

    @Override
    public void resume(GroupId group) {
        parts.everywhere(it -> it.store().resume(group));
    }

    /** Every acknowledged pause is in each database, so that those that answer know all. */
    @Override
    public List<Pause> pauses() {
        var pauses = new LinkedHashMap<GroupId, Pause>();
        parts.available(it -> it.store().pauses())
                .forEach(some -> some.forEach(pause -> pauses.put(pause.group(), pause)));
        return List.copyOf(pauses.values());
    }

    // ---- nodes: an engine joins each database for itself

    @Override
    public void join(NodeRow node) {
        parts.everywhere(it -> it.store().join(node));
    }

    @Override
    public Optional<Instant> beat(NodeRow node) {
        var clocks = parts.all(it -> it.store().beat(node));
        return clocks.stream().allMatch(Optional::isPresent) ? clocks.getFirst() : Optional.empty();
    }

    /** The nodes of those databases that answer, by the clock of the first. */
    @Override
    public Members members() {
        var all = parts.available(it -> it.store().members());
        var nodes = new LinkedHashMap<Incarnation, NodeRow>();
        for (var members : all) {
            members.nodes()
                    .forEach(
                            node -> nodes.merge(node.incarnation(), node, RoutedTimerStore::later));
        }
        return new Members(List.copyOf(nodes.values()), all.getFirst().storeClock());
    }

    private static NodeRow later(NodeRow one, NodeRow other) {
        return other.beat() > one.beat() ? other : one;
    }

    @Override
    public boolean evict(NodeRow seen) {
        return parts.all(it -> it.store().evict(seen)).stream().allMatch(isGone -> isGone);
    }

    @Override
    public void leave(Incarnation incarnation) {
        parts.everywhere(it -> it.store().leave(incarnation));
    }

    @Override
    public void close() {
        databases.forEach(it -> it.store().close());
    }
}
