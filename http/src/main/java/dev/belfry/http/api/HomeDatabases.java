package dev.belfry.http.api;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import java.util.Optional;

/** Which database of a store has a shard, as this node knows it. Thread-safe. */
record HomeDatabases(TimerStore store) {
    Optional<Territory> find(ShardId shard) {
        return store.territories().stream().filter(it -> it.homes().holds(shard)).findFirst();
    }

    Territory of(ShardId shard) {
        return find(shard)
                .orElseThrow(
                        () ->
                                new StoreException.Unavailable(
                                        "nobody knows where " + shard + " lives"));
    }

    Territory named(String name) {
        return store.territories().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new StoreException.Rejected(
                                        "this node knows no database '%s'".formatted(name)));
    }
}
