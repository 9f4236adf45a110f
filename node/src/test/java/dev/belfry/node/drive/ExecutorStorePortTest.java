package dev.belfry.node.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.shard.Rows;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ExecutorStorePortTest {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Deque<Runnable> messages = new ArrayDeque<>();
    private final TimerStore store = new MemoryTimerStore(InstantSource.fixed(Rows.NOON));
    private final ExecutorStorePort port = new ExecutorStorePort(store, tasks::add, messages::add);

    private StoreAnswer<Integer> call(Function<TimerStore, Integer> body) {
        List<StoreAnswer<Integer>> answers = new ArrayList<>();
        port.call(StoreOperation.COMMIT, body, answers::add);
        assertThat(messages).isEmpty();
        tasks.remove().run();
        assertThat(answers).isEmpty();
        messages.remove().run();
        assertThat(answers).hasSize(1);
        return answers.getFirst();
    }

    @Test
    void theAnswerComesBackAsAMessage() {
        assertThat(call(_ -> 7)).isEqualTo(new StoreAnswer.Ok<>(7));
    }

    @Test
    void aStoresOwnFailureIsPassedOn() {
        var failure = new StoreException.Unavailable("down");
        assertThat(
                        call(
                                _ -> {
                                    throw failure;
                                }))
                .isEqualTo(new StoreAnswer.Failed<>(failure));
    }

    @Test
    void aMistakeInAStoreIsAnUnknownOutcome() {
        var answer =
                call(
                        _ -> {
                            throw new IllegalStateException("broken");
                        });
        assertThat(answer).isInstanceOf(StoreAnswer.Failed.class);
        var failure = ((StoreAnswer.Failed<Integer>) answer).failure();
        assertThat(failure).isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(failure).hasMessageContaining("broken");
    }

    /** Without an answer the shard would stay busy for ever. */
    @Test
    void anErrorInAStoreIsAnUnknownOutcomeToo() {
        var answer =
                call(
                        _ -> {
                            throw new NoClassDefFoundError("driver");
                        });
        assertThat(answer).isInstanceOf(StoreAnswer.Failed.class);
        assertThat(((StoreAnswer.Failed<Integer>) answer).failure())
                .isInstanceOf(StoreException.OutcomeUnknown.class);
    }
}
