package dev.belfry.bench;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Commits straight through the store, so many timers at a time, from so many callers. */
final class StoreWriter implements TimerWriter {
    private static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");

    private final TimerStore store;
    private final int batch;
    private final int callers;
    private final Map<ShardId, Lease> leases = new HashMap<>();
    private final AtomicLong revision = new AtomicLong();

    StoreWriter(TimerStore store, int batch, int callers) {
        this.store = store;
        this.batch = batch;
        this.callers = callers;
        store.openGroup(SampleTimers.GROUP);
        var claims =
                store.shards(SampleTimers.GROUP.id()).stream()
                        .map(row -> Claim.of(row, new Incarnation(new NodeId("bench"), 1), 1))
                        .toList();
        store.claim(claims);
        claims.forEach(claim -> leases.put(claim.shard(), claim.lease()));
    }

    @Override
    public void write(List<NewTimer> timers) throws Exception {
        if (callers == 1) {
            commitAll(timers);
        } else {
            share(timers);
        }
    }

    private void share(List<NewTimer> timers) throws Exception {
        int each = timers.size() / callers;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<?>>();
            for (int i = 0; i < callers; i++) {
                var share = timers.subList(i * each, (i + 1) * each);
                calls.add(threads.submit(() -> commitAll(share)));
            }
            for (var call : calls) {
                call.get();
            }
        }
    }

    private void commitAll(List<NewTimer> timers) {
        for (int i = 0; i < timers.size(); i += batch) {
            commit(timers.subList(i, Math.min(i + batch, timers.size())));
        }
    }

    private void commit(List<NewTimer> timers) {
        var parts = new LinkedHashMap<ShardId, List<Mutation>>();
        for (var timer : timers) {
            parts.computeIfAbsent(SampleTimers.GROUP.shardOf(timer.key()), _ -> new ArrayList<>())
                    .add(create(timer));
        }
        var commits = new ArrayList<ShardCommit>();
        parts.forEach((shard, mutations) -> commits.add(part(shard, mutations)));
        for (var result : store.commit(commits)) {
            if (result instanceof CommitResult.LeaseLost) {
                throw new IllegalStateException("the lease was lost");
            }
        }
    }

    private Create create(NewTimer timer) {
        var stamp = new Stamp(new Revision(revision.incrementAndGet()), CREATED_AT);
        return new Create(timer.key(), TimerUuid.of(timer.key()), timer.spec(), stamp);
    }

    private ShardCommit part(ShardId shard, List<Mutation> mutations) {
        var lease = Objects.requireNonNull(leases.get(shard));
        return new ShardCommit(lease, 1, Instants.EARLIEST, false, mutations);
    }

    @Override
    public double timersPerCommit() {
        return batch;
    }

    @Override
    public void close() {
        store.close();
    }
}
