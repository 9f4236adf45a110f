package dev.belfry.check.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A store opened for one test, and the ways to own its shards. Thread-safe but for restarts. */
public final class StoreFixture implements AutoCloseable {
    public static final Incarnation NODE = new Incarnation(new NodeId("node-1"), 1);
    public static final Incarnation OTHER_NODE = new Incarnation(new NodeId("node-2"), -2);

    /** Steps through all of the long values: tokens are random, of either sign. */
    private static final long TOKEN_STEP = 0x9E37_79B9_7F4A_7C15L;

    private final StoreUnderTest contract;
    private final Deque<TimerStore> opened = new ArrayDeque<>();
    private final AtomicLong tokens = new AtomicLong();
    private TimerStore store;

    StoreFixture(StoreUnderTest contract) {
        this.contract = contract;
        this.store = contract.open();
        opened.push(store);
    }

    public TimerStore store() {
        return store;
    }

    /** Ends the store and opens its data anew. */
    public TimerStore restart() {
        store.close();
        store = contract.reopen(store);
        opened.push(store);
        return store;
    }

    /** The same data as another node sees it. */
    public TimerStore anotherNode() {
        var another = contract.another(store);
        opened.push(another);
        return another;
    }

    public long newToken() {
        return tokens.addAndGet(TOKEN_STEP);
    }

    /** Opens a group and owns its first shard. */
    public OwnedShard own(Group group) {
        store.leases().openGroup(group);
        return own(new ShardId(group.id(), 0));
    }

    /** Opens a group and owns all of it, in order of index. */
    public List<OwnedShard> ownAll(Group group) {
        store.leases().openGroup(group);
        return group.shards().stream().map(this::own).toList();
    }

    /** Takes a shard, whoever has it. */
    public OwnedShard own(ShardId shard) {
        return own(Claim.of(row(shard), NODE, newToken()));
    }

    public OwnedShard own(Claim claim) {
        var result = claim(claim);
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        return new OwnedShard(this, (ClaimResult.Claimed) result);
    }

    public ClaimResult claim(Claim claim) {
        return store.leases().claim(List.of(claim)).getFirst();
    }

    public ShardRow row(ShardId shard) {
        return store.leases().shards(shard.group()).get(shard.index());
    }

    /** A store may have been opened by several names; closing twice does no harm. */
    @Override
    public void close() {
        opened.forEach(TimerStore::close);
    }
}
