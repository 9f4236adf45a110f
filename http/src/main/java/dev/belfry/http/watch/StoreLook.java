package dev.belfry.http.watch;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.api.Reads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What alarms need to know of the store, read at most every two seconds and only while somebody
 * looks. Thread-safe.
 */
final class StoreLook {
    private static final long FRESH_NANOS = Duration.ofSeconds(2).toNanos();

    /**
     * Shorter than a look at other nodes, so that a store that hangs is seen and not waited for.
     */
    private static final long PATIENCE_MILLIS = 800;

    /**
     * What was found.
     *
     * @param ownerless shards without a living owner, of groups where too few are open
     * @param answered whether the store did
     */
    record Found(List<Pause> pauses, Map<GroupId, List<Integer>> ownerless, boolean answered) {
        static final Found NO_ANSWER = new Found(List.of(), Map.of(), false);
    }

    private final TimerStore store;
    private final Reads reads;
    private final LongSupplier nanos;
    private CompletableFuture<Found> looking = CompletableFuture.completedFuture(Found.NO_ANSWER);
    private long lookedNanos;
    private boolean everLooked;

    StoreLook(TimerStore store, Reads reads, LongSupplier nanos) {
        this.store = store;
        this.reads = reads;
        this.nanos = nanos;
    }

    /** Always completes, and soon; one look at a time is with the store. */
    synchronized CompletableFuture<Found> found(Set<GroupId> incomplete, Set<NodeId> alive) {
        long now = nanos.getAsLong();
        if (looking.isDone() && (!everLooked || now - lookedNanos > FRESH_NANOS)) {
            everLooked = true;
            lookedNanos = now;
            looking = reads.look(() -> look(incomplete, alive)).exceptionally(_ -> Found.NO_ANSWER);
        }
        return looking.copy()
                .completeOnTimeout(Found.NO_ANSWER, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private Found look(Set<GroupId> incomplete, Set<NodeId> alive) {
        var ownerless = new HashMap<GroupId, List<Integer>>();
        incomplete.forEach(group -> ownerless.put(group, ownerless(group, alive)));
        return new Found(store.pauses().inForce(), ownerless, true);
    }

    private List<Integer> ownerless(GroupId group, Set<NodeId> alive) {
        return store.leases().shards(group).stream()
                .filter(row -> row.owner().map(it -> !alive.contains(it.node())).orElse(true))
                .map(ShardRow::shard)
                .map(shard -> shard.index())
                .toList();
    }
}
