package dev.belfry.http.api;

import dev.belfry.core.shard.ShardId;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.shard.ShardDeparture;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The shards that this node owns, and how they leave it for another database. Thread-safe.
 *
 * @param departures empty for a shard that lives in no database that this node knows
 * @param homesChanged is told when shards live elsewhere than before
 */
record OwnShards(
        Predicate<ShardId> owned,
        Function<ShardId, Optional<ShardDeparture>> departures,
        Runnable homesChanged) {
    static OwnShards of(Engine engine, Supplier<String> self) {
        return new OwnShards(
                shard ->
                        engine.ownerOf(shard)
                                .filter(row -> row.incarnation().node().value().equals(self.get()))
                                .isPresent(),
                engine::departure,
                engine::homesChanged);
    }

    boolean isOwn(ShardId shard) {
        return owned.test(shard);
    }

    Optional<ShardDeparture> departure(ShardId shard) {
        return departures.apply(shard);
    }
}
