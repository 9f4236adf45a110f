package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import org.bson.BsonBinary;
import org.bson.conversions.Bson;

/** Half-open ranges of places as conditions. */
final class MongoPlaces {
    private MongoPlaces() {}

    /** The pending timers of a shard in a range. */
    static Bson pending(ShardId shard, PositionRange range) {
        return inShard(
                shard,
                Keys.timer(shard, TimerState.SCHEDULED, range.fromInclusive()),
                Keys.timer(shard, TimerState.SCHEDULED, range.untilExclusive()));
    }

    /** The timers of a state in a shard. */
    static Bson all(ShardId shard, TimerState state) {
        return inShard(
                shard,
                Keys.timer(shard, state, Position.START),
                Keys.timer(shard, state, Position.END));
    }

    static Bson between(String field, BsonBinary fromInclusive, BsonBinary untilExclusive) {
        return and(gte(field, fromInclusive), lt(field, untilExclusive));
    }

    /** The name beside the key lets a sharded cluster know where to look. */
    private static Bson inShard(
            ShardId shard, BsonBinary fromInclusive, BsonBinary untilExclusive) {
        return and(
                between(MongoFields.ID, fromInclusive, untilExclusive),
                eq(MongoFields.SHARD, Keys.name(shard)));
    }
}
