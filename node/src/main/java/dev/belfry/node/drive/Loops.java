package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineListener;
import dev.belfry.node.EngineStats;
import dev.belfry.node.member.ShardHolder;
import dev.belfry.node.shard.ShardLoop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The loops of an engine, to be spoken to one by one or all together. Thread-safe. */
final class Loops implements ShardHolder {
    /** No turn takes this long, unless something is stuck. */
    private static final Duration HUNG = Duration.ofSeconds(2);

    private final List<LoopThread<ShardLoop>> threads;
    private final EngineListener listener;

    Loops(List<LoopThread<ShardLoop>> threads, EngineListener listener) {
        this.threads = List.copyOf(threads);
        this.listener = listener;
    }

    void start() {
        threads.forEach(LoopThread::start);
    }

    void close() {
        threads.forEach(LoopThread::close);
    }

    /** The loop that a shard is pinned to. */
    LoopThread<ShardLoop> of(ShardId shard) {
        return threads.get(Math.floorMod(shard.hashCode(), threads.size()));
    }

    /** Whether each of them gets on with its turns. */
    boolean allTurn() {
        return threads.stream().noneMatch(loop -> loop.isClosed() || loop.hasHungFor(HUNG));
    }

    // ---- what they hold

    @Override
    public void acquire(Group group, List<ShardRow> seen, Incarnation owner) {
        seen.stream()
                .collect(Collectors.groupingBy(row -> of(row.shard())))
                .forEach((loop, rows) -> loop.tell(it -> it.acquire(group, rows, owner)));
    }

    @Override
    public void regroup(Group group) {
        threads.forEach(loop -> loop.tell(it -> it.regroup(group)));
    }

    @Override
    public void release(List<ShardId> shards) {
        shards.stream()
                .collect(Collectors.groupingBy(this::of))
                .forEach((loop, some) -> loop.tell(it -> it.release(some, () -> {})));
    }

    @Override
    public void abandonAll() {
        threads.forEach(loop -> loop.tell(ShardLoop::abandonAll));
    }

    @Override
    public void reclaimAll() {
        threads.forEach(loop -> loop.tell(ShardLoop::reclaimAll));
    }

    @Override
    public void verifyAll() {
        threads.forEach(loop -> loop.tell(ShardLoop::verifyAll));
    }

    // ---- how they stand

    /** How all of them stand; complete as soon as each has had its turn. */
    CompletableFuture<EngineStats> stats() {
        return ask(loop -> List.of(loop.stats()))
                .thenApply(all -> all.stream().reduce(EngineStats.NONE, EngineStats::plus));
    }

    /**
     * What each of them says to a question, together; complete as soon as each has had its turn.
     */
    <T> CompletableFuture<List<T>> ask(Function<ShardLoop, List<T>> question) {
        var all = CompletableFuture.completedFuture(List.<T>of());
        for (var loop : threads) {
            all = all.thenCombine(ask(loop, question), Loops::joined);
        }
        return all;
    }

    private static <T> CompletableFuture<List<T>> ask(
            LoopThread<ShardLoop> loop, Function<ShardLoop, List<T>> question) {
        var answer = new CompletableFuture<List<T>>();
        loop.tell(it -> answer.complete(question.apply(it)));
        return loop.isClosed() ? CompletableFuture.completedFuture(List.of()) : answer;
    }

    static <T> List<T> joined(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    // ---- all together

    /**
     * Tells all loops something, and waits until each has heard it, for a bounded time.
     *
     * @return those that have not heard it in time
     */
    Set<LoopThread<ShardLoop>> tell(Consumer<ShardLoop> message, Duration patience) {
        return await(
                (loop, done) -> {
                    message.accept(loop);
                    done.run();
                },
                patience);
    }

    /**
     * Tells all loops something and waits until each one is done with it, for a bounded time.
     *
     * @return those that were not done in time
     */
    Set<LoopThread<ShardLoop>> await(BiConsumer<ShardLoop, Runnable> message, Duration patience) {
        var running = threads.stream().filter(loop -> !loop.isClosed()).toList();
        var silent = ConcurrentHashMap.<LoopThread<ShardLoop>>newKeySet();
        silent.addAll(running);
        var remaining = new CountDownLatch(running.size());
        for (var loop : running) {
            Runnable done =
                    () -> {
                        silent.remove(loop);
                        remaining.countDown();
                    };
            loop.tell(it -> message.accept(it, done));
        }
        await(remaining, patience);
        return silent;
    }

    private void await(CountDownLatch remaining, Duration patience) {
        try {
            if (!remaining.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                listener.alarm(new Alarm.LoopSlow(patience));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
