package dev.belfry.core.store;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Instants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A shard that is held under a mark in place of an owner, so that nodes leave it alone while it is
 * filled or emptied. Every call may be made again after it failed. Confined to one thread at a
 * time.
 */
final class MarkedShard {
    private final TimerStore store;
    private final RandomGenerator random;
    private final ShardId shard;

    /** A claim without an answer is made again with its token, by which it is recognised. */
    private Optional<Claim> pending = Optional.empty();

    private Optional<Lease> lease = Optional.empty();
    private Optional<Incarnation> mark = Optional.empty();
    private long sequence;
    private boolean inDoubt;

    MarkedShard(TimerStore store, RandomGenerator random, ShardId shard) {
        this.store = store;
        this.random = random;
        this.shard = shard;
    }

    ShardRow row() {
        return store.leases().shard(shard);
    }

    /** Takes the shard, if it still stands like a row; a refusal is for ever. */
    boolean claim(ShardRow seen, Incarnation newMark) {
        return claim(pending.orElseGet(() -> Claim.of(seen, newMark, random.nextLong())));
    }

    /** Puts another mark in the place of the own one, and so fences what was sent before. */
    boolean turn(Incarnation newMark) {
        return settle()
                && (mark.equals(Optional.of(newMark))
                        || claim(Claim.again(held(), newMark, random.nextLong())));
    }

    /** After a doubt the shard is claimed again, so that nothing sent before can still happen. */
    private boolean settle() {
        if (pending.isPresent()) {
            return claim(pending.get());
        }
        if (lease.isPresent() && inDoubt) {
            return claim(Claim.again(held(), mark.orElseThrow(), random.nextLong()));
        }
        return lease.isPresent();
    }

    private boolean claim(Claim claim) {
        pending = Optional.of(claim);
        var result = store.leases().claim(List.of(claim)).getFirst();
        pending = Optional.empty();
        return switch (result) {
            case ClaimResult.Claimed(var newLease, _, _) -> claimed(newLease, claim.owner());
            case ClaimResult.Refused(var row)
                    when row.token() == claim.token()
                            && row.owner().equals(Optional.of(claim.owner())) ->
                    claimed(new Lease(shard, row.epoch(), row.token()), claim.owner());
            case ClaimResult.Refused _ -> {
                lease = Optional.empty();
                yield false;
            }
        };
    }

    private boolean claimed(Lease newLease, Incarnation newMark) {
        lease = Optional.of(newLease);
        mark = Optional.of(newMark);
        sequence = 0;
        inDoubt = false;
        return true;
    }

    private Lease held() {
        return lease.orElseThrow();
    }

    /**
     * Applies mutations of different timers, in as many commits as the store needs; false if the
     * shard is held no more.
     */
    boolean commit(List<? extends Mutation> mutations) {
        var limits = store.limits();
        var part = new ArrayList<Mutation>();
        long bytes = 0;
        for (var mutation : mutations) {
            bytes += mutation.sizeBytes();
            boolean isFull =
                    part.size() == limits.mutationsPerShard() || bytes > limits.bytesPerShard();
            if (isFull && !part.isEmpty()) {
                if (!commitOrHalve(List.copyOf(part))) {
                    return false;
                }
                part.clear();
                bytes = mutation.sizeBytes();
            }
            part.add(mutation);
        }
        return part.isEmpty() || commitOrHalve(List.copyOf(part));
    }

    /** A refused commit is halved, until what can not be stored is alone. */
    private boolean commitOrHalve(List<Mutation> mutations) {
        try {
            return settle() && send(mutations);
        } catch (StoreException.OutcomeUnknown e) {
            inDoubt = true;
            throw e;
        } catch (StoreException.Rejected e) {
            if (mutations.size() == 1) {
                throw e;
            }
            int half = mutations.size() / 2;
            return commitOrHalve(mutations.subList(0, half))
                    && commitOrHalve(mutations.subList(half, mutations.size()));
        }
    }

    private boolean send(List<Mutation> mutations) {
        var commit = new ShardCommit(held(), sequence + 1, Instants.EARLIEST, false, mutations);
        return switch (store.timers().commit(List.of(commit)).getFirst()) {
            case CommitResult.Committed _ -> {
                sequence++;
                yield true;
            }
            case CommitResult.LeaseLost() -> {
                lease = Optional.empty();
                yield false;
            }
        };
    }

    /** Gives it to nodes; nothing happens if it is held no more. */
    void release(Instant lowWater, List<AttemptUnderWay> underWay) {
        lease.ifPresent(
                own -> store.leases().release(List.of(new Release(own, lowWater, underWay))));
    }
}
