package dev.belfry.store.dynamodb;

import static dev.belfry.check.contract.TimerRequest.NOON;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import java.util.List;

/** The owner of the one shard of a group. Confined to one thread. */
final class Owner {
    static final Group GROUP = Group.of("one", 1);
    static final ShardId SHARD = GROUP.shards().getFirst();

    private static final Incarnation NODE = new Incarnation(new NodeId("node"), 1);

    private final TimerStore store;
    private final Lease lease;
    private long sequence;

    private Owner(TimerStore store, Lease lease) {
        this.store = store;
        this.lease = lease;
    }

    static Owner in(TimerStore store) {
        store.leases().openGroup(GROUP);
        var seen = store.leases().shards(GROUP.id()).getFirst();
        var claim = Claim.of(seen, NODE, seen.epoch().value() + 1_000);
        var claimed = (ClaimResult.Claimed) store.leases().claim(List.of(claim)).getFirst();
        return new Owner(store, claimed.lease());
    }

    Lease lease() {
        return lease;
    }

    ShardCommit next(List<? extends Mutation> mutations) {
        sequence++;
        return new ShardCommit(
                lease, sequence, NOON.minusSeconds(60), false, List.copyOf(mutations));
    }

    List<Decision> commit(Mutation... mutations) {
        return commit(List.of(mutations));
    }

    List<Decision> commit(List<? extends Mutation> mutations) {
        var result = store.timers().commit(List.of(next(mutations))).getFirst();
        return ((CommitResult.Committed) result).decisions();
    }

    Page page(PageLimit limit) {
        return store.timers().page(SHARD, PositionRange.from(Position.START), limit);
    }
}
