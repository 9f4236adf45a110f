package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Projections;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.store.common.StoredKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/** Entries by their keys. Immutable. */
final class MongoEntryReader {
    /** What tells any two states of a timer apart; the rest may be large. */
    private static final Bson FEW =
            Projections.include(
                    MongoFields.UUID,
                    MongoFields.GENERATION,
                    MongoFields.REVISION,
                    MongoFields.ATTEMPTS);

    private static final Bson ALL = new BsonDocument();

    private final MongoCollection<BsonDocument> shards;

    MongoEntryReader(MongoCollection<BsonDocument> shards) {
        this.shards = shards;
    }

    /**
     * The entries that mutations are about; what is absent is left out. Timers that a mutation
     * expects are compared by a few fields, and read only if they are others.
     */
    Map<TimerKey, Entry> read(
            ClientSession session, ShardId shard, List<? extends Mutation> mutations) {
        var entries = unchanged(session, shard, mutations);
        var open =
                mutations.stream()
                        .map(Mutation::key)
                        .filter(key -> !entries.containsKey(key))
                        .toList();
        var found = byUuid(session, shard, open, ALL);
        for (var key : open) {
            var document = found.get(TimerUuid.of(key));
            if (document != null) {
                var entry = TimerDocuments.entry(document, shard.group());
                StoredKey.requireSame(key, entry);
                entries.put(key, entry);
            }
        }
        return entries;
    }

    private Map<TimerKey, Entry> unchanged(
            ClientSession session, ShardId shard, List<? extends Mutation> mutations) {
        var expected = mutations.stream().flatMap(one -> one.expected().stream()).toList();
        var found = byUuid(session, shard, expected.stream().map(Timer::key).toList(), FEW);
        var entries = new HashMap<TimerKey, Entry>();
        for (var timer : expected) {
            var document = found.get(timer.uuid());
            if (document != null && TimerDocuments.isOf(document, shard, timer)) {
                entries.put(timer.key(), new Entry.Pending(timer));
            }
        }
        return entries;
    }

    Entry find(ClientSession session, ShardId shard, TimerKey key) {
        return byUuid(session, shard, List.of(key), ALL).values().stream()
                .map(document -> TimerDocuments.entry(document, shard.group()))
                .findFirst()
                .orElse(Entry.absent());
    }

    private Map<TimerUuid, BsonDocument> byUuid(
            ClientSession session, ShardId shard, List<TimerKey> keys, Bson fields) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        var uuids = keys.stream().map(TimerUuid::of).map(Keys::uuid).toList();
        return shards
                .find(
                        session,
                        and(eq(MongoFields.SHARD, Keys.name(shard)), in(MongoFields.UUID, uuids)))
                .projection(fields)
                .hint(MongoSchema.BY_UUID)
                .batchSize(uuids.size())
                .maxTime(MongoCalls.LONGEST_READ.toMillis(), TimeUnit.MILLISECONDS)
                .into(new ArrayList<>())
                .stream()
                .collect(
                        Collectors.toMap(
                                document -> Keys.uuid(document.getBinary(MongoFields.UUID)),
                                Function.identity()));
    }
}
