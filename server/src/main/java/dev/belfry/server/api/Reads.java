package dev.belfry.server.api;

import dev.belfry.core.InvalidValueException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Runs what blocks, such as reads of the store, on virtual threads. Thread-safe. */
public final class Reads implements AutoCloseable {
    /** Lists at the same time: each may hold a page of large timers in memory. */
    private static final int MAX_LISTS = 8;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore lists = new Semaphore(MAX_LISTS);
    private final Duration timeout;

    public Reads(Duration timeout) {
        this.timeout = timeout;
    }

    public <T> CompletableFuture<T> read(Supplier<T> body) {
        return CompletableFuture.supplyAsync(() -> ours(body), threads)
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A look that may be slow and large. */
    public <T> CompletableFuture<T> list(Supplier<T> body) {
        return read(
                () -> {
                    lists.acquireUninterruptibly();
                    try {
                        return body.get();
                    } finally {
                        lists.release();
                    }
                });
    }

    /** What the store holds is not the client's fault. */
    private static <T> T ours(Supplier<T> body) {
        try {
            return body.get();
        } catch (InvalidValueException e) {
            throw new IllegalStateException("the store holds what can not be read", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
