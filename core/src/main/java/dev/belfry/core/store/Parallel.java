package dev.belfry.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One call of a store as many parts, for stores that can change one shard at a time. A takeover of
 * thousands of shards does not fill the servers' queues, or take every connection. Immutable.
 *
 * @param atOnce how many parts run at the same time
 */
public record Parallel(int atOnce) {

    /** Reads; results in order of the items. The first failure is the failure of all. */
    public <T, R> List<R> read(List<T> items, Function<T, R> task) {
        var answers = run(items, task);
        answers.forEach(Answer::throwFailure);
        return answers.stream().map(Answer::result).toList();
    }

    /**
     * Writes, each of which happens or not by itself; results in order of the items. Such a call
     * fails as one: it can say that nothing was written only if that is true of every part.
     *
     * @param wrote whether a part with this result has written something
     */
    public <T, R> List<R> write(List<T> items, Function<T, R> task, Predicate<R> wrote) {
        var answers = run(items, task);
        var failures = answers.stream().flatMap(answer -> answer.failures().stream()).toList();
        if (!failures.isEmpty()) {
            int written = (int) answers.stream().filter(answer -> answer.has(wrote)).count();
            throw StoreException.ofParts(failures.size() + written, failures);
        }
        return answers.stream().map(Answer::result).toList();
    }

    /** What one task came to. */
    private sealed interface Answer<R> {
        record Ok<R>(R result) implements Answer<R> {}

        record Failure<R>(StoreException failure) implements Answer<R> {}

        default void throwFailure() {
            if (this instanceof Failure<R>(var failure)) {
                throw failure;
            }
        }

        default R result() {
            return switch (this) {
                case Ok<R>(var result) -> result;
                case Failure<R>(var failure) -> throw failure;
            };
        }

        default List<StoreException> failures() {
            return this instanceof Failure<R>(var failure) ? List.of(failure) : List.of();
        }

        default boolean has(Predicate<R> condition) {
            return this instanceof Ok<R>(var result) && condition.test(result);
        }
    }

    private <T, R> List<Answer<R>> run(List<T> items, Function<T, R> task) {
        if (items.size() == 1) {
            return List.of(answer(items.getFirst(), task));
        }
        var room = new Semaphore(atOnce);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<Answer<R>>>(items.size());
            for (var item : items) {
                running.add(threads.submit(within(room, () -> answer(item, task))));
            }
            return running.stream().map(Parallel::await).toList();
        }
    }

    private static <R> Callable<R> within(Semaphore room, Callable<R> task) {
        return () -> {
            room.acquire();
            try {
                return task.call();
            } finally {
                room.release();
            }
        };
    }

    private static <T, R> Answer<R> answer(T item, Function<T, R> task) {
        try {
            return new Answer.Ok<>(task.apply(item));
        } catch (StoreException e) {
            return new Answer.Failure<>(e);
        }
    }

    private static <R> R await(Future<R> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.OutcomeUnknown("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
