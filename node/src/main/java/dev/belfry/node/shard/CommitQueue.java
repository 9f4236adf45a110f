package dev.belfry.node.shard;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.timer.TimerKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The changes of a shard that wait for their commit, in order for each timer. Two changes of one
 * timer never share a batch. Confined to the shard's loop.
 */
final class CommitQueue {
    private final SequencedMap<TimerKey, Deque<Work>> chains = new LinkedHashMap<>();
    private final QueueMeter meter;
    private Set<Work> committing = Set.of();
    private int limit = Integer.MAX_VALUE;

    CommitQueue(QueueMeter meter) {
        this.meter = meter;
    }

    /**
     * What goes into one commit.
     *
     * @param needless changes that came up and are not needed any more
     */
    record Batch(List<Work> works, List<Mutation> mutations, List<Work> needless) {
        Batch() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        boolean isEmpty() {
            return works.isEmpty();
        }
    }

    void add(Work work) {
        chains.computeIfAbsent(work.key(), _ -> new ArrayDeque<>(2)).add(work);
        meter.added(work);
    }

    boolean isEmpty() {
        return chains.isEmpty();
    }

    /** Whether a change of this timer waits or is being committed: it must not start. */
    boolean freezes(TimerKey key) {
        return chains.containsKey(key);
    }

    /** The first change of each timer, oldest timers first, as many as the store takes at once. */
    Batch next(StoreLimits limits) {
        var batch = new Batch();
        long bytes = 0;
        int most = Math.min(limit, limits.mutationsPerShard());
        for (var chain : chains.values()) {
            var head = chain.getFirst();
            var mutation = head.mutation();
            if (mutation.isEmpty()) {
                batch.needless().add(head);
                continue;
            }
            bytes += mutation.get().sizeBytes();
            if (!batch.isEmpty() && bytes > limits.bytesPerShard()) {
                break;
            }
            batch.works().add(head);
            batch.mutations().add(mutation.get());
            if (batch.works().size() == most) {
                break;
            }
        }
        committing = Set.copyOf(batch.works());
        return batch;
    }

    /** The commit of the last batch is over, whatever its outcome. */
    void commitEnded() {
        committing = Set.of();
    }

    /** Takes out a change; the next one of the same timer goes to the back. */
    void done(Work work) {
        var chain = chains.remove(work.key());
        if (chain != null) {
            if (chain.remove(work)) {
                meter.removed(work);
            }
            if (!chain.isEmpty()) {
                chains.putLast(work.key(), chain);
            }
        }
    }

    /** Changes nobody waits for any more that are not being committed right now. */
    List<Work> overdue() {
        return chains.values().stream()
                .flatMap(Deque::stream)
                .filter(work -> work.isOverdue() && !committing.contains(work))
                .toList();
    }

    /** Takes out all that waits; what is being committed may or may not be applied. */
    List<Work> takeAll() {
        committing.forEach(Work::inDoubt);
        var works = chains.values().stream().flatMap(Deque::stream).toList();
        works.forEach(this::done);
        return works;
    }

    /** Smaller batches find the change that the store can not take. */
    void halve(int failedBatch) {
        limit = Math.max(1, failedBatch / 2);
    }

    /** Batches grow again after a success. */
    void grow() {
        limit = limit > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : limit * 2;
    }
}
