package dev.belfry.store.mongodb;

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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The store on MongoDB. Thread-safe. */
final class MongoDbTimerStore implements TimerStore {
    /**
     * A transaction is held in the server's cache until it ends, and should end within
     * milliseconds; a message holds 48 MB.
     */
    private static final StoreLimits LIMITS =
            new StoreLimits(
                    500, 4 << 20, 1, Database.PARALLEL.atOnce(), Database.PARALLEL.atOnce());

    private final Database database;
    private final Groups groups;
    private final Ownership ownership;
    private final PendingTimers pending;
    private final KeptTimers kept;
    private final Counting counting;
    private final Pauses pauses;
    private final Nodes nodes;

    /** A store in a database that is ready, which is its own from now on. */
    MongoDbTimerStore(Database database) {
        this.database = database;
        this.groups = new Groups(database);
        this.ownership = new Ownership(database);
        this.pending = new PendingTimers(database);
        this.kept = new KeptTimers(database);
        this.counting = new Counting(database);
        this.pauses = new Pauses(database);
        this.nodes = new Nodes(database);
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
        return groups.shardCounts();
    }

    @Override
    public void openGroup(Group group) {
        groups.open(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return ownership.rows(groups.shards(group));
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        claims.forEach(claim -> groups.known(claim.shard()));
        return Database.PARALLEL.write(
                claims, ownership::claim, ClaimResult.Claimed.class::isInstance);
    }

    @Override
    public void release(List<Release> releases) {
        releases.forEach(release -> groups.known(release.lease().shard()));
        Database.PARALLEL.write(releases, ownership::release, wasHeld -> wasHeld);
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

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return pending.browse(group, range, limit);
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return pending.correlated(group, correlationId, fromInclusive, limit);
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return kept.latest(group, query);
    }

    /** Always empty: the server removes kept timers by itself. */
    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
        groups.known(shard);
        return List.of();
    }

    @Override
    public List<ShardCounts> counts(Group group, int cap) {
        return counting.counts(group, cap);
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
        database.close();
    }
}
