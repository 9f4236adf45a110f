package dev.belfry.node.shard;

import dev.belfry.core.store.TimerStore;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes store calls away from the loop and brings each answer back to it, once, as a message. */
public interface StorePort {
    <T> void call(
            StoreOperation operation,
            Function<TimerStore, T> body,
            Consumer<StoreAnswer<T>> answered);
}
