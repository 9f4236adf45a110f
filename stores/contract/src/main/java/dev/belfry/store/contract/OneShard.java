package dev.belfry.store.mongodb;

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
import dev.belfry.store.contract.Groups;
import dev.belfry.store.contract.OwnedShard;
import dev.belfry.store.contract.StoreFixture;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The one shard of a group, claimed in a store of any making. Confined to one thread. */
final class OneShard {
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
    static OneShard claim(TimerStore store) {
        return claimed(store, nextClaim(store));
    }

    static OneShard claimed(TimerStore store, Claim claim) {
        return new OneShard(store, (ClaimResult.Claimed) store.claim(List.of(claim)).getFirst());
    }

    static OneShard of(TimerStore store, ClaimResult.Claimed claimed) {
        return new OneShard(store, claimed);
    }

    /** A claim from how the shard stands now. */
    static Claim nextClaim(TimerStore store) {
        var row = store.shards(Groups.ONE.id()).getFirst();
        return Claim.of(row, StoreFixture.NODE, TOKENS.incrementAndGet());
    }

    OneShard claimAgain() {
        return claimed(store, Claim.again(lease, StoreFixture.NODE, TOKENS.incrementAndGet()));
    }

    ShardId id() {
        return lease.shard();
    }

    Lease lease() {
        return lease;
    }

    void mark(Instant newMark) {
        mark = newMark;
    }

    Decision apply(Mutation mutation) {
        return commit(List.of(mutation)).getFirst();
    }

    Timer schedule(Mutation mutation) {
        return apply(mutation).after().pending().orElseThrow();
    }

    List<Decision> commit(List<? extends Mutation> mutations) {
        return OwnedShard.committed(send(mutations, false));
    }

    void storeMark() {
        OwnedShard.committed(send(List.of(), true));
    }

    CommitResult send(List<? extends Mutation> mutations, boolean storeMark) {
        var commit = new ShardCommit(lease, sequence + 1, mark, storeMark, List.copyOf(mutations));
        var result = store.commit(List.of(commit)).getFirst();
        sequence++;
        return result;
    }

    void release() {
        store.release(List.of(new Release(lease, mark, List.of())));
    }
}
