package dev.belfry.node.drive;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes store calls on an executor's threads. */
public record ExecutorStorePort(TimerStore store, Executor executor, Mailbox mailbox)
        implements StorePort {
    @Override
    public <T> void call(
            StoreOperation operation,
            Function<TimerStore, T> body,
            Consumer<StoreAnswer<T>> answered) {
        executor.execute(
                () -> {
                    var answer = run(body);
                    mailbox.post(() -> answered.accept(answer));
                });
    }

    private <T> StoreAnswer<T> run(Function<TimerStore, T> body) {
        try {
            return new StoreAnswer.Ok<>(body.apply(store));
        } catch (StoreException failure) {
            return new StoreAnswer.Failed<>(failure);
        } catch (RuntimeException | Error mistake) {
            // A mistake in a store says nothing about what it wrote before, and without an answer
            // its shards would be busy for ever.
            return new StoreAnswer.Failed<>(
                    new StoreException.OutcomeUnknown("the store broke: " + mistake, mistake));
        }
    }
}
