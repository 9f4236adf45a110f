package dev.belfry.check.contract;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Timer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The one shard of a group, claimed in a store of any making. Confined to one thread. */
public final class OneShard {
    private static final AtomicLong TOKENS = new AtomicLong(1);

    private final TimerStore store;
    private final Lease lease;
    private Instant mark;
    private long sequence;

    private OneShard(TimerStore store, ClaimResult.Claimed claimed) {
        this.store = store;
        this.lease = claimed.lease();
        this.mark = claimed.mark();
    }

    /** Takes the shard, whoever has it. */
    public static OneShard claim(TimerStore store) {
        return claimed(store, nextClaim(store));
    }

    public static OneShard claimed(TimerStore store, Claim claim) {
        return new OneShard(
                store, (ClaimResult.Claimed) store.leases().claim(List.of(claim)).getFirst());
    }

    public static OneShard of(TimerStore store, ClaimResult.Claimed claimed) {
        return new OneShard(store, claimed);
    }

    /** A claim from how the shard stands now. */
    public static Claim nextClaim(TimerStore store) {
        var row = store.leases().shards(SampleGroups.ONE.id()).getFirst();
        return Claim.of(row, StoreFixture.NODE, TOKENS.incrementAndGet());
    }

    public OneShard claimAgain() {
        return claimed(store, Claim.again(lease, StoreFixture.NODE, TOKENS.incrementAndGet()));
    }

    public ShardId id() {
        return lease.shard();
    }

    public Lease lease() {
        return lease;
    }

    public void mark(Instant newMark) {
        mark = newMark;
    }

    public Decision apply(Mutation mutation) {
        return commit(List.of(mutation)).getFirst();
    }

    public Timer schedule(Mutation mutation) {
        return apply(mutation).after().pending().orElseThrow();
    }

    public List<Decision> commit(List<? extends Mutation> mutations) {
        return OwnedShard.committed(send(mutations, false));
    }

    public void storeMark() {
        OwnedShard.committed(send(List.of(), true));
    }

    public CommitResult send(List<? extends Mutation> mutations, boolean storeMark) {
        var commit = new ShardCommit(lease, sequence + 1, mark, storeMark, List.copyOf(mutations));
        var result = store.timers().commit(List.of(commit)).getFirst();
        sequence++;
        return result;
    }

    public void release() {
        store.leases().release(List.of(new Release(lease, mark, List.of())));
    }
}
