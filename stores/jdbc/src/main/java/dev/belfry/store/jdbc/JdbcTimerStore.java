package dev.belfry.store.jdbc;

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

/** The store on SQL databases. Thread-safe. */
public final class JdbcTimerStore implements TimerStore {
    private final Dialect dialect;
    private final StoreLimits limits;
    private final Transactions transactions;
    private final GroupTable groups;
    private final ShardTable shards;
    private final Ownership ownership;
    private final EntryReader entries;
    private final GroupCommit groupCommit;
    private final PendingTimers pending;
    private final KeptTimers kept;
    private final NodeTable nodes;

    /** A store over these connections, which are its own from now on. */
    public JdbcTimerStore(Dialect dialect, Connections connections, StoreLimits limits) {
        this.dialect = dialect;
        this.limits = limits;
        this.transactions = new Transactions(connections, dialect);
        this.groups = new GroupTable(transactions);
        this.shards = new ShardTable(dialect);
        this.ownership = new Ownership(groups, shards);
        this.entries = new EntryReader(dialect);
        this.groupCommit = new GroupCommit(groups, shards, entries);
        this.pending = new PendingTimers(entries, dialect);
        this.kept = new KeptTimers(entries, dialect);
        this.nodes = new NodeTable(dialect);
    }

    @Override
    public StoreLimits limits() {
        return limits;
    }

    @Override
    public boolean isShared() {
        return dialect.isShared();
    }

    @Override
    public Map<GroupId, Integer> shardCounts() {
        return groups.shardCounts();
    }

    @Override
    public boolean isBroken() {
        return transactions.isBroken();
    }

    @Override
    public void openGroup(Group group) {
        groups.open(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        var open = groups.get(group);
        return transactions.read(session -> shards.ofGroup(session, open));
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        groups.lookUp(claims.stream().map(Claim::shard));
        return transactions.write(session -> ownership.claim(session, claims));
    }

    @Override
    public void release(List<Release> releases) {
        groups.lookUp(releases.stream().map(release -> release.lease().shard()));
        transactions.change(session -> ownership.release(session, releases));
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        groups.lookUp(commits.stream().map(commit -> commit.lease().shard()));
        return transactions.write(session -> groupCommit.apply(session, commits));
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        var key = groups.keyOf(shard);
        return transactions.read(
                session -> pending.page(session, shard.group(), key, range, limit));
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        var wanted =
                new EntryReader.Wanted(
                        new EntryKey(groups.keyOf(shard), TimerUuid.of(key)), key.group());
        return transactions.read(session -> entries.find(session, wanted));
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        var open = groups.get(group.id());
        return transactions.read(session -> pending.browse(session, open, range, limit));
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        var open = groups.get(group.id());
        return transactions.read(
                session -> pending.correlated(session, open, correlationId, fromInclusive, limit));
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        var open = groups.get(group.id());
        return transactions.read(session -> kept.latest(session, open, query));
    }

    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
        var open = groups.get(shard.group());
        return transactions.read(
                session -> kept.expired(session, open, open.keyOf(shard), now, limit));
    }

    @Override
    public List<ShardCounts> counts(Group group, int cap) {
        var open = groups.get(group.id());
        return transactions.read(session -> Counting.counts(session, open, cap));
    }

    @Override
    public void pause(Pause pause) {
        transactions.change(session -> PauseTable.put(session, pause));
    }

    @Override
    public void resume(GroupId group) {
        transactions.change(session -> PauseTable.remove(session, group));
    }

    @Override
    public List<Pause> pauses() {
        return transactions.read(PauseTable::all);
    }

    @Override
    public void join(NodeRow node) {
        transactions.change(session -> nodes.join(session, node));
    }

    @Override
    public Optional<Instant> beat(NodeRow node) {
        return transactions.write(session -> nodes.beat(session, node));
    }

    @Override
    public Members members() {
        return transactions.read(nodes::members);
    }

    @Override
    public boolean evict(NodeRow seen) {
        return transactions.write(session -> nodes.evict(session, seen));
    }

    @Override
    public void leave(Incarnation incarnation) {
        transactions.change(session -> nodes.leave(session, incarnation));
    }

    @Override
    public void close() {
        transactions.close();
    }
}
