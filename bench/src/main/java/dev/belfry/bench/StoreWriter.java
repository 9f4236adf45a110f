package dev.belfry.bench;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Commits straight through the store, so many timers at a time, from so many callers. */
final class StoreWriter implements TimerSettler {
    private static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");

    private final TimerStore store;
    private final int batch;
    private final int callers;
    private final Map<ShardId, Lease> leases = new HashMap<>();
    private final AtomicLong revision = new AtomicLong();
    private final Queue<Timer> written = new ConcurrentLinkedQueue<>();

    StoreWriter(TimerStore store, int batch, int callers) {
        this.store = store;
        this.batch = batch;
        this.callers = callers;
        store.leases().openGroup(SampleTimers.GROUP);
        var claims =
                store.leases().shards(SampleTimers.GROUP.id()).stream()
                        .map(row -> Claim.of(row, new Incarnation(new NodeId("bench"), 1), 1))
                        .toList();
        store.leases().claim(claims);
        claims.forEach(claim -> leases.put(claim.shard(), claim.lease()));
    }

    @Override
    public void write(List<NewTimer> timers) throws Exception {
        written.clear();
        if (callers == 1) {
            createAll(timers);
        } else {
            share(timers);
        }
    }

    @Override
    public void settle() {
        commitAll(
                written.stream()
                        .<Mutation>map(timer -> new Settle(timer, Entry.absent()))
                        .toList());
    }

    private void share(List<NewTimer> timers) throws Exception {
        int each = timers.size() / callers;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<?>>();
            for (int i = 0; i < callers; i++) {
                var share = timers.subList(i * each, (i + 1) * each);
                calls.add(threads.submit(() -> createAll(share)));
            }
            for (var call : calls) {
                call.get();
            }
        }
    }

    private void createAll(List<NewTimer> timers) {
        commitAll(timers.stream().<Mutation>map(this::create).toList());
    }

    private void commitAll(List<Mutation> mutations) {
        for (int i = 0; i < mutations.size(); i += batch) {
            commit(mutations.subList(i, Math.min(i + batch, mutations.size())));
        }
    }

    private void commit(List<Mutation> mutations) {
        var parts = new LinkedHashMap<ShardId, List<Mutation>>();
        for (var mutation : mutations) {
            parts.computeIfAbsent(
                            SampleTimers.GROUP.shardOf(mutation.key()), _ -> new ArrayList<>())
                    .add(mutation);
        }
        var commits = new ArrayList<ShardCommit>();
        parts.forEach((shard, ofShard) -> commits.add(part(shard, ofShard)));
        for (var result : store.timers().commit(commits)) {
            switch (result) {
                case CommitResult.Committed(var decisions) -> decisions.forEach(this::remember);
                case CommitResult.LeaseLost() ->
                        throw new IllegalStateException("the lease was lost");
            }
        }
    }

    private void remember(Decision decision) {
        if (!decision.changes()) {
            throw new IllegalStateException("not applied: " + decision.verdict());
        }
        decision.after().pending().ifPresent(written::add);
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
