package dev.belfry.node.shard;

import dev.belfry.core.store.StoreException;

/** What a store call came to. */
public sealed interface StoreAnswer<T> {
    record Ok<T>(T value) implements StoreAnswer<T> {}

    record Failed<T>(StoreException failure) implements StoreAnswer<T> {}
}
