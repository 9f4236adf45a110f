package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Runs what blocks, such as reads of the store, on virtual threads. The store serves the engine
 * first: only a few of these reads are with it at a time, the others wait here. Thread-safe.
 */
public final class Reads implements AutoCloseable {
    /** Reads with the store at the same time: the engine's own wait behind no more than these. */
    private static final int MAX_READS = 32;

    /**
     * Lists with the store at the same time, each with pieces of a page in memory; fewer than the
     * readers of any store, so that lists alone can not keep the engine from it.
     */
    static final int MAX_LISTS = 2;

    /** Lists that may wait for their turn. */
    static final int MAX_WAITING_LISTS = 16;

    /** Others that come in between so often are no accident. */
    private static final int MOST_TRIES = 20;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore reading = new Semaphore(MAX_READS, true);
    private final Semaphore listing = new Semaphore(MAX_LISTS, true);
    private final Semaphore lists = new Semaphore(MAX_LISTS + MAX_WAITING_LISTS);
    private final Duration timeout;

    public Reads(Duration timeout) {
        this.timeout = timeout;
    }

    /** Runs something that takes a while, but reads nothing. */
    public void run(Runnable task) {
        threads.execute(task);
    }

    public <T> CompletableFuture<T> read(Supplier<T> body) {
        return look(() -> inTurn(reading, body));
    }

    /**
     * Reads and writes until nobody has come in between.
     *
     * @param what is changed, for a refusal
     * @param attempt is empty if somebody has
     */
    <T> CompletableFuture<T> untilUndisturbed(
            String what, Supplier<Optional<? extends T>> attempt) {
        return read(
                () -> {
                    for (int i = 0; i < MOST_TRIES; i++) {
                        var done = attempt.get();
                        if (done.isPresent()) {
                            return done.get();
                        }
                    }
                    throw Answer.overloaded(
                            "others change the %s all the time; try again".formatted(what));
                });
    }

    /** A read that waits for no other. */
    public <T> CompletableFuture<T> look(Supplier<T> body) {
        return CompletableFuture.supplyAsync(() -> ours(body), threads)
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A look that may be slow and large; refused when too many wait already. */
    public <T> CompletableFuture<T> list(Supplier<T> body) {
        if (!lists.tryAcquire()) {
            throw Answer.overloaded("too many lists are being read");
        }
        return look(
                () -> {
                    try {
                        return inTurn(listing, body);
                    } finally {
                        lists.release();
                    }
                });
    }

    /** When its turn comes too late, nobody waits for it any more. */
    private <T> T inTurn(Semaphore turns, Supplier<T> body) {
        try {
            if (!turns.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CompletionException(new TimeoutException());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
        try {
            return body.get();
        } finally {
            turns.release();
        }
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
