package dev.belfry.check.simulation;

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

/** A store that hands every call on to another; a subclass watches or bends some of them. */
public class ForwardingStore implements TimerStore {
    private final TimerStore store;

    public ForwardingStore(TimerStore store) {
        this.store = store;
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
        return store.shardCounts();
    }

    @Override
    public void openGroup(Group group) {
        store.openGroup(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return store.shards(group);
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        return store.claim(claims);
    }

    @Override
    public void release(List<Release> releases) {
        store.release(releases);
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        return store.commit(commits);
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        return store.page(shard, range, limit);
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        return store.find(shard, key);
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return store.browse(group, range, limit);
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return store.correlated(group, correlationId, fromInclusive, limit);
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return store.kept(group, query);
    }

    @Override
    public List<KeptTimer> expired(ShardId shard, Instant now, int limit) {
        return store.expired(shard, now, limit);
    }

    @Override
    public List<ShardCounts> counts(Group group, int cap) {
        return store.counts(group, cap);
    }

    @Override
    public void pause(Pause pause) {
        store.pause(pause);
    }

    @Override
    public void resume(GroupId group) {
        store.resume(group);
    }

    @Override
    public List<Pause> pauses() {
        return store.pauses();
    }

    @Override
    public void join(NodeRow node) {
        store.join(node);
    }

    @Override
    public Optional<Instant> beat(NodeRow node) {
        return store.beat(node);
    }

    @Override
    public Members members() {
        return store.members();
    }

    @Override
    public boolean evict(NodeRow seen) {
        return store.evict(seen);
    }

    @Override
    public void leave(Incarnation incarnation) {
        store.leave(incarnation);
    }

    @Override
    public void close() {
        store.close();
    }
}
