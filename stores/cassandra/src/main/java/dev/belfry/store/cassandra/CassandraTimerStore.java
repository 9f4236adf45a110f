package dev.belfry.store.cassandra;

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

/** The store on Apache Cassandra. Thread-safe. */
final class CassandraTimerStore implements TimerStore {
    /**
     * A batch is stored twice on its way, in the record of the agreement and in the table, and may
     * be half as large as a segment of the commit log: 16 MiB unless the server is set otherwise.
     */
    static final long BYTES_PER_SHARD = 1 << 20;

    private static final StoreLimits LIMITS = new StoreLimits(500, BYTES_PER_SHARD, 1, 64, 64);

    private final Cql cql;
    private final GroupTable groups;
    private final ShardTable shards;
    private final EntryReader entries;
    private final ShardCommits commits;
    private final PendingTimers pending;
    private final KeptTimers kept;
    private final Counting counting;
    private final PauseTable pauses;
    private final NodeTable nodes;

    CassandraTimerStore(Cql cql) {
        this.cql = cql;
        this.groups = new GroupTable(cql);
        this.shards = new ShardTable(cql);
        this.entries = new EntryReader(cql);
        this.commits = new ShardCommits(cql, shards, entries);
        this.pending = new PendingTimers(cql, shards);
        this.kept = new KeptTimers(cql);
        this.counting = new Counting(cql, shards);
        this.pauses = new PauseTable(cql);
        this.nodes = new NodeTable(cql);
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
        return Cql.PARALLEL.read(groups.shards(group), shards::read);
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        claims.forEach(claim -> groups.known(claim.shard()));
        return Cql.PARALLEL.write(claims, shards::claim, ClaimResult.Claimed.class::isInstance);
    }

    @Override
    public void release(List<Release> releases) {
        releases.forEach(release -> groups.known(release.lease().shard()));
        Cql.PARALLEL.write(
                releases,
                release -> {
                    shards.release(release);
                    return release;
                },
                _ -> true);
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> parts) {
        parts.forEach(part -> groups.known(part.lease().shard()));
        return Cql.PARALLEL.write(parts, commits::apply, CommitResult.Committed.class::isInstance);
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return pending.page(groups.known(shard), range, limit);
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        return entries.find(groups.known(shard), key);
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

    /** Always empty: rows of kept timers have a time to live. */
    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
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
        cql.close();
    }
}
