package dev.belfry.node.shard;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Alarm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Commits the changes of many shards in one store call. Whatever has queued up while the store was
 * at work goes next, so that batches grow under load and a single change commits at once. Confined
 * to one loop.
 */
final class GroupCommit {
    private final Ports ports;
    private final StoreCalls calls;
    private final Consumer<Shard> lost;
    private final Set<Shard> ready = new LinkedHashSet<>();

    /** How many shards are committed at once. */
    private final Portion portion;

    /** Shards that failed by themselves, which go alone until they work: they hold up no others. */
    private final Set<Shard> suspects = new HashSet<>();

    /**
     * @param departure to whom the commit shows that the shard is held: whoever came later waits
     *     for the next
     */
    private record Part(
            Shard shard,
            CommitQueue.Batch batch,
            ShardCommit commit,
            Optional<ShardDeparture> departure) {}

    GroupCommit(Ports ports, StoreCalls calls, Consumer<Shard> lost) {
        this.ports = ports;
        this.calls = calls;
        this.lost = lost;
        this.portion = new Portion(ports.limits().shardsPerCommit());
    }

    void want(Shard shard) {
        ready.add(shard);
    }

    void forget(Shard shard) {
        suspects.remove(shard);
    }

    boolean isWanted() {
        return !ready.isEmpty();
    }

    void dispatch() {
        var parts = new ArrayList<Part>();
        var waiting = List.copyOf(ready);
        ready.clear();
        for (var shard : waiting) {
            if (shard.isIdle() && !shard.ownership().isClosed()) {
                gather(shard, parts);
            }
        }
        if (!parts.isEmpty()) {
            send(parts);
        }
    }

    private void gather(Shard shard, List<Part> parts) {
        if (!fits(shard, parts)) {
            ready.add(shard);
            return;
        }
        var batch = shard.queue().next(ports.limits());
        batch.needless().forEach(shard::drop);
        if (!batch.isEmpty() || shard.wantsVerify()) {
            shard.verify(false);
            shard.pagedLast(false);
            parts.add(part(shard, batch));
        } else if (!shard.queue().isEmpty()) {
            ready.add(shard);
        }
    }

    private boolean fits(Shard shard, List<Part> parts) {
        return parts.isEmpty()
                || (parts.size() < portion.size()
                        && !suspects.contains(shard)
                        && !suspects.contains(parts.getFirst().shard()));
    }

    private Part part(Shard shard, CommitQueue.Batch batch) {
        var lowWater = shard.lowWater();
        lowWater.raise(shard.window().lowest().fireAt());
        var commit =
                shard.ownership()
                        .commit(lowWater.mark(), lowWater.isWorthStoring(), batch.mutations());
        return new Part(shard, batch, commit, shard.departure());
    }

    private void send(List<Part> parts) {
        var shards = parts.stream().map(Part::shard).toList();
        var commits = parts.stream().map(Part::commit).toList();
        long began = ports.clock().nanos();
        calls.make(
                StoreOperation.COMMIT,
                shards,
                store -> store.timers().commit(commits),
                answer -> answered(parts, answer, began));
    }

    private void answered(
            List<Part> parts, StoreAnswer<List<CommitResult>> answer, long beganNanos) {
        parts.forEach(part -> part.shard().queue().commitEnded());
        switch (answer) {
            case StoreAnswer.Ok<List<CommitResult>>(var results) -> {
                portion.worked();
                report(parts, beganNanos);
                for (int i = 0; i < parts.size(); i++) {
                    apply(parts.get(i), results.get(i));
                }
            }
            case StoreAnswer.Failed<List<CommitResult>>(var failure) -> failed(parts, failure);
        }
    }

    private void report(List<Part> parts, long beganNanos) {
        int mutations = parts.stream().mapToInt(part -> part.batch().works().size()).sum();
        ports.listener().committed(mutations, Duration.ofNanos(ports.clock().nanos() - beganNanos));
    }

    private void apply(Part part, CommitResult result) {
        if (part.shard().ownership().isClosed()) {
            return;
        }
        switch (result) {
            case CommitResult.Committed committed -> committed(part, committed);
            case CommitResult.LeaseLost() -> lost.accept(part.shard());
        }
    }

    private void committed(Part part, CommitResult.Committed result) {
        var shard = part.shard();
        suspects.remove(shard);
        shard.commitWorked();
        shard.queue().portion().worked();
        shard.ownership().committed(part.commit());
        if (part.commit().storeMark()) {
            shard.lowWater().stored(part.commit().mark());
        }
        var decisions = result.decisions();
        for (int i = 0; i < decisions.size(); i++) {
            var work = part.batch().works().get(i);
            shard.done(work);
            work.decided(decisions.get(i), followedOf(work.key(), result.followed()));
        }
        result.followed().forEach(shard::learn);
        shard.departure().ifPresent(to -> note(to, result));
        part.departure().ifPresent(ShardDeparture::proven);
    }

    private static void note(ShardDeparture departure, CommitResult.Committed result) {
        result.decisions().forEach(departure::note);
        result.followed().forEach(departure::note);
    }

    private static List<Decision> followedOf(TimerKey key, List<Decision> followed) {
        return followed.isEmpty()
                ? followed
                : followed.stream().filter(one -> isOf(key.timer(), one)).toList();
    }

    private static boolean isOf(TimerKey timer, Decision followed) {
        return followed.before()
                .key()
                .or(followed.after()::key)
                .filter(key -> key.timer().equals(timer))
                .isPresent();
    }

    private void failed(List<Part> parts, StoreException failure) {
        if (!(failure instanceof StoreException.Rejected)) {
            portion.failed(parts.size());
        }
        for (var part : parts) {
            if (!part.shard().ownership().isClosed()) {
                failed(part, failure, parts.size() == 1);
            }
        }
    }

    private void failed(Part part, StoreException failure, boolean alone) {
        var shard = part.shard();
        shard.departure().filter(ShardDeparture::wantsProof).ifPresent(_ -> shard.verify(true));
        switch (failure) {
            case StoreException.Unavailable _ -> {
                if (alone) {
                    shard.queue().portion().failed(part.batch().works().size());
                }
                shard.rest();
            }
            case StoreException.Rejected rejected -> narrow(part, rejected, alone);
            case StoreException.OutcomeUnknown _ -> {
                part.batch().works().forEach(Work::inDoubt);
                shard.queue().portion().failed(part.batch().works().size());
                shard.inDoubt();
                if (alone) {
                    suspects.add(shard);
                }
                ports.listener().alarm(new Alarm.CommitInDoubt(shard.id()));
            }
        }
    }

    /** No data can make a commit fail for ever: the bad change is found and fails alone. */
    private void narrow(Part part, StoreException.Rejected rejected, boolean alone) {
        var shard = part.shard();
        var works = part.batch().works();
        if (!alone) {
            suspects.add(shard);
        } else if (works.size() > 1) {
            suspects.add(shard);
            shard.queue().portion().failed(works.size());
        } else if (works.size() == 1) {
            shard.done(works.getFirst());
            works.getFirst().refused(String.valueOf(rejected.getMessage()));
        }
    }
}
