package dev.belfry.bench;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Clients that each wait for an answer before they ask for the next timer. One thread serves them
 * all, as an event loop would.
 */
final class Clients implements AutoCloseable {
    private final int count;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("clients").factory());

    Clients(int count) {
        this.count = count;
    }

    /** Returns when all timers are acknowledged. */
    void create(RunningEngine engine, List<NewTimer> timers) {
        var done = new CompletableFuture<Void>();
        thread.execute(() -> new Run(engine, timers, done).begin());
        done.join();
    }

    /** Confined to the thread of the clients. */
    private final class Run {
        private final RunningEngine engine;
        private final Iterator<NewTimer> timers;
        private final CompletableFuture<Void> done;
        private int missing;

        Run(RunningEngine engine, List<NewTimer> timers, CompletableFuture<Void> done) {
            this.engine = engine;
            this.timers = timers.iterator();
            this.done = done;
            this.missing = timers.size();
        }

        void begin() {
            for (int i = 0; i < count; i++) {
                next();
            }
        }

        private void next() {
            if (timers.hasNext()) {
                engine.create(timers.next())
                        .thenRunAsync(this::answered, thread)
                        .exceptionally(
                                failure -> {
                                    done.completeExceptionally(failure);
                                    return null;
                                });
            }
        }

        private void answered() {
            if (--missing == 0) {
                done.complete(null);
            } else {
                next();
            }
        }
    }

    @Override
    public void close() {
        thread.close();
    }
}
