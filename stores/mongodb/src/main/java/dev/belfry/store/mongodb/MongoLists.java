package dev.belfry.store.mongodb;

import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.Sorts;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import dev.belfry.store.common.GroupMerge;
import dev.belfry.store.common.PositionOrder;
import dev.belfry.store.common.ShardCursor;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.conversions.Bson;

/** Lists and counts of whole groups. Immutable. */
final class MongoLists implements GroupLists {
    private static final Bson BY_CORRELATION = Sorts.ascending(MongoFields.CORRELATION);

    private final MongoCalls database;

    MongoLists(MongoCalls database) {
        this.database = database;
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return new GroupMerge<Timer>(
                        MongoCalls.PARALLEL,
                        Comparator.comparing(Timer::position),
                        shard -> cursor(shard, range))
                .first(group.shards(), limit);
    }

    private ShardCursor<Timer> cursor(ShardId shard, PositionRange range) {
        return ShardCursor.byPosition(
                PositionOrder.ASCENDING,
                range.fromInclusive(),
                Timer::position,
                (from, rows) ->
                        MongoTimers.slice(
                                database,
                                shard,
                                new PositionRange(from, range.untilExclusive()),
                                rows));
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        var range =
                MongoPlaces.between(
                        MongoFields.CORRELATION,
                        Keys.correlated(group.id(), correlationId, fromInclusive),
                        Keys.correlated(group.id(), correlationId, Position.END));
        return database
                .list(
                        database.shards(),
                        range,
                        it -> it.sort(BY_CORRELATION).hint(MongoSchema.BY_CORRELATION).limit(limit))
                .stream()
                .map(document -> TimerDocuments.pending(document, group.id()))
                .toList();
    }

    /** The latest settled first. */
    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        var range =
                MongoPlaces.between(
                        MongoFields.KEPT,
                        Keys.kept(group.id(), query.state(), Position.START),
                        Keys.kept(group.id(), query.state(), query.before()));
        return database
                .list(
                        database.shards(),
                        range,
                        it ->
                                it.sort(Sorts.descending(MongoFields.KEPT))
                                        .hint(MongoSchema.BY_KEPT)
                                        .limit(query.limit()))
                .stream()
                .map(document -> TimerDocuments.kept(document, group.id()))
                .toList();
    }

    @Override
    public List<KeptTimer> keptCorrelated(
            Group group, String correlationId, Position before, int limit) {
        var range =
                MongoPlaces.between(
                        MongoFields.CORRELATION,
                        Keys.keptCorrelated(group.id(), correlationId, Position.START),
                        Keys.keptCorrelated(group.id(), correlationId, before));
        return database
                .list(
                        database.shards(),
                        range,
                        it ->
                                it.sort(Sorts.descending(MongoFields.CORRELATION))
                                        .hint(MongoSchema.BY_CORRELATION)
                                        .limit(limit))
                .stream()
                .map(document -> TimerDocuments.kept(document, group.id()))
                .toList();
    }

    @Override
    public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
        return MongoCalls.PARALLEL.read(
                shards,
                shard -> new CountedShard(shard, count(MongoPlaces.all(shard, state), cap)));
    }

    private long count(Bson places, int cap) {
        var options =
                new CountOptions()
                        .limit(cap)
                        .hint(MongoSchema.CLUSTERED)
                        .maxTime(MongoCalls.LONGEST_READ.toMillis(), TimeUnit.MILLISECONDS);
        return database.read(session -> database.shards().countDocuments(session, places, options));
    }
}
