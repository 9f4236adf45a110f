package dev.belfry.store.cassandra;

import dev.belfry.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** One call for each of many shards, a bounded number at the same time. */
final class Parallel {
    /** Keeps a takeover of thousands of shards from filling the servers' queues. */
    private static final int AT_ONCE = 64;

    private Parallel() {}

    /** Reads; results in order of the items. The first failure is the failure of all. */
    static <T, R> List<R> read(List<T> items, Function<T, R> task) {
        var answers = run(items, task);
        answers.forEach(Answer::throwFailure);
        return answers.stream().map(Answer::result).toList();
    }

    /**
     * Writes; results in order of the items. When all fail in the same way, that is the failure;
     * when some were written and some not, the outcome of the call is unknown.
     */
    static <T, R> List<R> write(List<T> items, Function<T, R> task) {
        var answers = run(items, task);
        var failures = answers.stream().filter(Answer::isFailure).toList();
        if (failures.isEmpty()) {
            return answers.stream().map(Answer::result).toList();
        }
        boolean allAlike =
                failures.size() == answers.size()
                        && failures.stream().map(Answer::kind).distinct().count() == 1;
        if (allAlike) {
            failures.getFirst().throwFailure();
        }
        throw new StoreException.OutcomeUnknown(
                "%d of %d shards failed, the first: %s"
                        .formatted(
                                failures.size(), answers.size(), failures.getFirst().complaint()));
    }

    /** What one task came to. */
    private sealed interface Answer<R> {
        record Ok<R>(R result) implements Answer<R> {}

        record Failure<R>(RuntimeException failure) implements Answer<R> {}

        default boolean isFailure() {
            return this instanceof Failure;
        }

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

        default Class<?> kind() {
            return this instanceof Failure<R>(var failure) ? failure.getClass() : Ok.class;
        }

        default String complaint() {
            return this instanceof Failure<R>(var failure) ? String.valueOf(failure) : "";
        }
    }

    private static <T, R> List<Answer<R>> run(List<T> items, Function<T, R> task) {
        if (items.size() == 1) {
            return List.of(answer(items.getFirst(), task));
        }
        var room = new Semaphore(AT_ONCE);
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
            throw new IllegalStateException(e.getCause());
        }
    }
}
