package dev.belfry.node.shard;

import dev.belfry.core.shard.Lease;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.TimerStore;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Claims shards in bulk: for the first time, or again from the own lease after a commit in doubt. A
 * claim that gets no answer is made again with the same token, by which its own work is recognised.
 * Confined to one loop.
 */
final class Claims {
    /** Shards claimed in one call: bounds its time. */
    private static final int MOST = 4_096;

    private final Ports ports;
    private final StoreCalls calls;
    private final Pauses pauses;
    private final Consumer<Shard> lost;
    private final Set<Shard> wanted = new LinkedHashSet<>();
    private final Portion portion = new Portion(MOST);

    /** Pauses are read after the claim, so that none is missed before the first attempt. */
    private record Answer(List<ClaimResult> results, List<Pause> pauses) {}

    Claims(Ports ports, StoreCalls calls, Pauses pauses, Consumer<Shard> lost) {
        this.ports = ports;
        this.calls = calls;
        this.pauses = pauses;
        this.lost = lost;
    }

    void want(Shard shard) {
        wanted.add(shard);
    }

    boolean isWanted() {
        return !wanted.isEmpty();
    }

    void dispatch() {
        var shards = wanted.stream().filter(Claims::isClaiming).limit(portion.size()).toList();
        wanted.removeIf(shard -> !isClaiming(shard));
        shards.forEach(wanted::remove);
        if (shards.isEmpty()) {
            return;
        }
        var claims = shards.stream().map(shard -> shard.ownership().claim()).toList();
        int pauseVersion = pauses.version();
        calls.make(
                StoreOperation.CLAIM,
                shards,
                store -> claim(store, claims),
                answer -> answered(shards, answer, pauseVersion));
    }

    private static boolean isClaiming(Shard shard) {
        return shard.isIdle() && shard.ownership().phase() == Ownership.Phase.CLAIMING;
    }

    private static Answer claim(TimerStore store, List<Claim> claims) {
        var results = store.leases().claim(claims);
        return new Answer(results, store.pauses().inForce());
    }

    private void answered(List<Shard> shards, StoreAnswer<Answer> answer, int pauseVersion) {
        switch (answer) {
            case StoreAnswer.Ok<Answer>(var value) -> {
                portion.worked();
                pauses.read(value.pauses(), pauseVersion);
                for (int i = 0; i < shards.size(); i++) {
                    apply(shards.get(i), value.results().get(i));
                }
            }
            case StoreAnswer.Failed<Answer> _ -> {
                portion.failed(shards.size());
                shards.forEach(Shard::rest);
            }
        }
    }

    private void apply(Shard shard, ClaimResult result) {
        if (shard.ownership().isClosed()) {
            return;
        }
        switch (result) {
            case ClaimResult.Claimed(var lease, var mark, _) -> claimed(shard, lease, mark);
            case ClaimResult.Refused(var row) -> {
                if (row.token() == shard.ownership().claim().token()) {
                    claimed(shard, new Lease(row.shard(), row.epoch(), row.token()), row.mark());
                } else {
                    lost.accept(shard);
                }
            }
        }
    }

    private void claimed(Shard shard, Lease lease, Instant mark) {
        shard.storeWorked();
        if (!shard.ownership().wasClaimed()) {
            ports.listener().shardClaimed(shard.id());
        }
        shard.ownership().claimed(lease, ports.clock().nanos());
        shard.claimed(mark);
    }
}
