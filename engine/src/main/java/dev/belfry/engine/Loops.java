package dev.belfry.engine;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.engine.loop.LoopThread;
import dev.belfry.engine.loop.ShardLoop;
import dev.belfry.engine.membership.ShardHolder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

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
    public void verifyAll() {
        threads.forEach(loop -> loop.tell(ShardLoop::verifyAll));
    }

    // ---- how they stand

    /** How all of them stand; complete as soon as each has had its turn. */
    CompletableFuture<EngineStats> stats() {
        var all = CompletableFuture.completedFuture(EngineStats.NONE);
        for (var loop : threads) {
            all = all.thenCombine(statsOf(loop), EngineStats::plus);
        }
        return all;
    }

    private static CompletableFuture<EngineStats> statsOf(LoopThread<ShardLoop> loop) {
        var stats = new CompletableFuture<EngineStats>();
        loop.tell(it -> stats.complete(it.stats()));
        return loop.isClosed() ? CompletableFuture.completedFuture(EngineStats.NONE) : stats;
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
