package dev.belfry.store.routed;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.TimerStore;
import java.time.InstantSource;
import java.util.List;

class RoutedTimerStoreTest implements TimerStoreContract {
    @Override
    public TimerStore open() {
        return new RoutedTimerStore(
                List.of(database("east"), database("west")),
                // Also groups of one shard are not all in the same database.
                shard ->
                        (shard.group().value().length() + shard.index()) % 2 == 0
                                ? "east"
                                : "west");
    }

    private static RoutedDatabase database(String name) {
        return new RoutedDatabase(name, new MemoryTimerStore(InstantSource.system()));
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return closed;
    }
}
