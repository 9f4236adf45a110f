package dev.belfry.store.routed;

import dev.belfry.core.shard.Moved;
import dev.belfry.core.store.TimerStore;
import java.util.function.UnaryOperator;

/**
 * One of the databases behind a store.
 *
 * @param name by which the others remember it
 */
public record RoutedDatabase(String name, TimerStore store) {
    public RoutedDatabase {
        // A name that no mark can carry is refused here.
        new Moved(name);
    }

    /** The same database with something before it. */
    public RoutedDatabase behind(UnaryOperator<TimerStore> decoration) {
        return new RoutedDatabase(name, decoration.apply(store));
    }
}
