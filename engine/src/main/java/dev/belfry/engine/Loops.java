package dev.belfry.engine;

import dev.belfry.core.shard.ShardId;
import dev.belfry.engine.loop.LoopThread;
import dev.belfry.engine.loop.ShardLoop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The loops of an engine, to be spoken to one by one or all together. Thread-safe. */
final class Loops {
    /** A loop that has not taken a message by then is stuck. */
    private static final Duration SOON = Duration.ofSeconds(10);

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

    /**
     * Tells all loops something, and waits until each has heard it.
     *
     * @return those that have not heard it in time
     */
    Set<LoopThread<ShardLoop>> tell(Consumer<ShardLoop> message) {
        return await(
                (loop, done) -> {
                    message.accept(loop);
                    done.run();
                },
                SOON);
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
