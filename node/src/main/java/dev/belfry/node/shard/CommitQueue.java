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
import java.util.stream.Stream;

/**
 * The changes of a shard that wait for their commit, in order for each timer. Two changes of one
 * timer never share a batch, nor does one with that of a single run: what follows from the one is
 * about the other. Confined to the shard's loop.
 *
 * <p>Fillers are changes nobody waits for: they come behind all others, freeze nothing and do not
 * count as waiting. A small part of a full batch is theirs all the same, so that they get on.
 */
final class CommitQueue {
    /** One in so many changes of a full batch is a filler. */
    private static final int FILLERS = 8;

    private final SequencedMap<TimerKey, Deque<Work>> chains = new LinkedHashMap<>();
    private final SequencedMap<TimerKey, Work> fillers = new LinkedHashMap<>();
    private final QueueMeter meter;
    private Set<Work> committing = Set.of();
    private final Portion portion = new Portion(Integer.MAX_VALUE);

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

        private void add(Work work, Mutation mutation) {
            works.add(work);
            mutations.add(mutation);
        }

        private long bytes() {
            return mutations.stream().mapToLong(Mutation::sizeBytes).sum();
        }
    }

    void add(Work work) {
        chains.computeIfAbsent(chain(work.key()), _ -> new ArrayDeque<>(2)).add(work);
        meter.added(work);
    }

    /** A timer's chain is that of its runs, too. */
    private static TimerKey chain(TimerKey key) {
        return key.timer();
    }

    /** Adds a change that nobody waits for; it goes when there is room. */
    void fill(Work work) {
        var former = fillers.put(work.key(), work);
        if (former != null) {
            former.needless();
        }
    }

    boolean isEmpty() {
        return chains.isEmpty() && fillers.isEmpty();
    }

    /**
     * Whether a change of this timer or a run of it waits or is being committed: it must not start.
     */
    boolean freezes(TimerKey key) {
        return chains.containsKey(chain(key));
    }

    /** The first change of each timer, oldest timers first, as many as the store takes at once. */
    Batch next(StoreLimits limits) {
        var batch = new Batch();
        int most = Math.min(portion.size(), limits.mutationsPerShard());
        addHeads(batch, most - Math.min(fillers.size(), most / FILLERS), limits.bytesPerShard());
        addFillers(batch, most, limits.bytesPerShard());
        committing = Set.copyOf(batch.works());
        return batch;
    }

    private void addHeads(Batch batch, int most, long mostBytes) {
        long bytes = 0;
        for (var chain : chains.values()) {
            var head = chain.getFirst();
            var mutation = head.mutation();
            if (mutation.isEmpty()) {
                batch.needless().add(head);
                continue;
            }
            bytes += mutation.get().sizeBytes();
            if (!batch.isEmpty() && bytes > mostBytes) {
                break;
            }
            batch.add(head, mutation.get());
            if (batch.works().size() == most) {
                break;
            }
        }
    }

    private void addFillers(Batch batch, int most, long mostBytes) {
        if (fillers.isEmpty()) {
            return;
        }
        long bytes = batch.bytes();
        for (var filler : fillers.values()) {
            bytes += filler.sizeBytes();
            if (batch.works().size() >= most || bytes > mostBytes) {
                return;
            }
            if (!freezes(filler.key())) {
                filler.mutation().ifPresent(mutation -> batch.add(filler, mutation));
            }
        }
    }

    /** The commit of the last batch is over, whatever its outcome. */
    void commitEnded() {
        committing = Set.of();
    }

    /** Takes out a change; the next one of the same timer goes to the back. */
    void done(Work work) {
        if (!fillers.remove(work.key(), work)) {
            unchain(work);
        }
    }

    private void unchain(Work work) {
        var chain = chains.remove(chain(work.key()));
        if (chain != null) {
            if (chain.remove(work)) {
                meter.removed(work);
            }
            if (!chain.isEmpty()) {
                chains.putLast(chain(work.key()), chain);
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
        var works =
                Stream.concat(
                                chains.values().stream().flatMap(Deque::stream),
                                fillers.values().stream())
                        .toList();
        works.forEach(this::done);
        return works;
    }

    /**
     * How many changes are tried at once: small batches find the one that the store can not take.
     */
    Portion portion() {
        return portion;
    }
}
