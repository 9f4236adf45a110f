package dev.belfry.store.dynamodb;

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
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The store on DynamoDB. Thread-safe. */
final class DynamoDbTimerStore implements TimerStore {
    /** A transaction holds 100 items, one of which is the shard's, and 4 MB. */
    private static final StoreLimits LIMITS =
            new StoreLimits(99, 3_000_000, 1, Calls.PARALLEL, Calls.PARALLEL);

    private final Table table;
    private final Groups groups;
    private final Ownership ownership;
    private final Lookups lookups;
    private final Pauses pauses;
    private final Nodes nodes;

    /** A store in a table that is ready; the calls are its own from now on. */
    DynamoDbTimerStore(Table table) {
        this.table = table;
        this.groups = new Groups(table);
        this.ownership = new Ownership(table);
        this.lookups = new Lookups(table);
        this.pauses = new Pauses(table);
        this.nodes = new Nodes(table);
    }

    @Override
    public StoreLimits limits() {
        return LIMITS;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public Map<GroupId, Integer> shardCounts() {
        return groups.all();
    }

    @Override
    public void openGroup(Group group) {
        groups.open(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return groups.shards(group);
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        groups.requireOpen(claims.stream().map(Claim::shard));
        return Parts.write(
                table.calls(), claims, ownership::claim, ClaimResult.Claimed.class::isInstance);
    }

    @Override
    public void release(List<Release> releases) {
        groups.requireOpen(releases.stream().map(release -> release.lease().shard()));
        Parts.write(table.calls(), releases, ownership::release, wasHeld -> wasHeld);
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

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return lookups.browse(group, range, limit);
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return lookups.correlated(group, correlationId, fromInclusive, limit);
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return lookups.kept(group, query);
    }

    /** DynamoDB removes them by itself. */
    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
        groups.requireOpen(shard);
        return List.of();
    }

    @Override
    public List<ShardCounts> counts(Group group, int cap) {
        return lookups.counts(group, cap);
    }

    @Override
    public void pause(Pause pause) {
        pauses.put(pause);
    }

    @Override
    public void resume(GroupId group) {
        pauses.remove(group);
    }

    @Override
    public List<Pause> pauses() {
        return pauses.all();
    }

    @Override
    public void join(NodeRow node) {
        nodes.join(node);
    }

    @Override
    public Optional<Instant> beat(NodeRow node) {
        return nodes.beat(node);
    }

    @Override
    public Members members() {
        return nodes.members();
    }

    @Override
    public boolean evict(NodeRow seen) {
        return nodes.evict(seen);
    }

    @Override
    public void leave(Incarnation incarnation) {
        nodes.leave(incarnation);
    }

    @Override
    public void close() {
        table.calls().close();
    }
}
