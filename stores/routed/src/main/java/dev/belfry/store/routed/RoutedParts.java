package dev.belfry.store.routed;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** How a call is split over databases, and its answers put together again. Thread-safe. */
final class RoutedParts {
    private final Map<String, RoutedDatabase> databases;
    private final Homes homes;

    RoutedParts(List<RoutedDatabase> databases, Homes homes) {
        var byName = new LinkedHashMap<String, RoutedDatabase>();
        databases.forEach(database -> byName.put(database.name(), database));
        this.databases = Collections.unmodifiableMap(byName);
        this.homes = homes;
    }

    /** The database that a shard lives in. */
    RoutedDatabase of(ShardId shard) {
        return of(homes.databaseOf(shard));
    }

    private RoutedDatabase of(String name) {
        var found = databases.get(name);
        if (found == null) {
            throw new IllegalStateException("no database is called " + name);
        }
        return found;
    }

    /**
     * Sends each item to the database of its shard, one database after the other; answers come in
     * the order of the items. After a failure nothing more is sent.
     */
    <T, R> List<R> split(
            List<T> items,
            Function<T, ShardId> shardOf,
            BiFunction<RoutedDatabase, List<T>, List<R>> call) {
        var places = new LinkedHashMap<String, List<Integer>>();
        for (int i = 0; i < items.size(); i++) {
            places.computeIfAbsent(of(shardOf.apply(items.get(i))).name(), _ -> new ArrayList<>())
                    .add(i);
        }
        var results = new ArrayList<R>(Collections.nCopies(items.size(), null));
        int sent = 0;
        for (var place : places.entrySet()) {
            var database = of(place.getKey());
            sent++;
            var indices = place.getValue();
            var answers = send(database, indices.stream().map(items::get).toList(), call, sent);
            for (int i = 0; i < answers.size(); i++) {
                results.set(indices.get(i), answers.get(i));
            }
        }
        return results;
    }

    private static <T, R> List<R> send(
            RoutedDatabase database,
            List<T> items,
            BiFunction<RoutedDatabase, List<T>, List<R>> call,
            int sent) {
        try {
            return call.apply(database, items);
        } catch (StoreException failure) {
            throw StoreException.ofParts(sent, List.of(failure));
        }
    }

    Homes homes() {
        return homes;
    }

    /** Goes to one database after the other; after a failure to none. */
    void inOrder(Consumer<RoutedDatabase> call) {
        databases.values().forEach(call);
    }

    /** Goes to every database, also when some fail. */
    void everywhere(Consumer<RoutedDatabase> call) {
        var failures = new ArrayList<StoreException>();
        for (var database : databases.values()) {
            try {
                call.accept(database);
            } catch (StoreException failure) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            throw StoreException.ofParts(databases.size(), failures);
        }
    }

    /** What every database answers, or the first failure. */
    <R> List<R> all(Function<RoutedDatabase, R> read) {
        return databases.values().stream().map(read).toList();
    }

    /** All that the databases list together, or the first failure. */
    <R> Stream<R> merged(Function<RoutedDatabase, List<R>> read) {
        return all(read).stream().flatMap(List::stream);
    }

    /** What those databases answer that can, or the first failure if none can. */
    <R> List<R> available(Function<RoutedDatabase, R> read) {
        var answers = new ArrayList<R>();
        var failures = new ArrayList<StoreException>();
        for (var database : databases.values()) {
            try {
                answers.add(read.apply(database));
            } catch (StoreException failure) {
                failures.add(failure);
            }
        }
        if (answers.isEmpty()) {
            throw failures.getFirst();
        }
        return answers;
    }
}
