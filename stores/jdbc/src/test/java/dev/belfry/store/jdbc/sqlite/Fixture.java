package dev.belfry.store.jdbc.sqlite;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A store with a group whose shards are all owned. Thread-safe. */
final class Fixture {
    static final Group GROUP = Group.of("default", 4);
    static final Instant NOON = Instant.parse("2030-06-01T12:00:00Z");

    private static final Incarnation NODE = new Incarnation(new NodeId("node"), 1);
    private static final AtomicLong REVISIONS = new AtomicLong(1);

    private final TimerStore store;
    private final Map<ShardId, Lease> leases = new LinkedHashMap<>();

    Fixture(TimerStore store) {
        this.store = store;
        store.leases().openGroup(GROUP);
        for (var row : store.leases().shards(GROUP.id())) {
            var claim = Claim.of(row, NODE, REVISIONS.incrementAndGet());
            var claimed = (ClaimResult.Claimed) store.leases().claim(List.of(claim)).getFirst();
            leases.put(row.shard(), claimed.lease());
        }
    }

    TimerStore store() {
        return store;
    }

    static Create create(String id) {
        return create(id, Payload.of("{}"));
    }

    static Create create(String id, Payload payload) {
        var key = new TimerKey(GROUP.id(), id);
        var spec =
                new TimerSpec(
                        NOON.plusMillis(id.hashCode() & 0xFFFF),
                        CallbackTarget.of("http://localhost:9999/hook"),
                        payload,
                        RetryPolicy.DEFAULT,
                        Optional.of("correlation"),
                        new Digest(1, id.hashCode()));
        var stamp = new Stamp(new Revision(REVISIONS.incrementAndGet()), NOON);
        return new Create(key, TimerUuid.of(key), spec, stamp);
    }

    static List<Create> creates(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> create(prefix + i)).toList();
    }

    /** Commits mutations of any shards in one call. */
    List<Decision> commit(List<? extends Mutation> mutations) {
        var parts = leases.keySet().stream().map(shard -> part(shard, mutations)).toList();
        return store.timers().commit(parts).stream().flatMap(Fixture::decisions).toList();
    }

    private ShardCommit part(ShardId shard, List<? extends Mutation> mutations) {
        List<Mutation> own =
                mutations.stream()
                        .filter(mutation -> GROUP.shardOf(mutation.key()).equals(shard))
                        .map(Mutation.class::cast)
                        .toList();
        return new ShardCommit(leases.get(shard), 1, Instants.EARLIEST, false, own);
    }

    private static Stream<Decision> decisions(CommitResult result) {
        return ((CommitResult.Committed) result).decisions().stream();
    }

    static Entry find(TimerStore store, String id) {
        var key = new TimerKey(GROUP.id(), id);
        return store.timers().find(GROUP.shardOf(key), key);
    }

    static long pending(TimerStore store) {
        return store
                .lists()
                .counts(GROUP.shards(), TimerState.SCHEDULED, Integer.MAX_VALUE)
                .stream()
                .mapToLong(CountedShard::timers)
                .sum();
    }
}
