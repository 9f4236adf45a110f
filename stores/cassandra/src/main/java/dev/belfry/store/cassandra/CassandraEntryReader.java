package dev.belfry.store.cassandra;

import static dev.belfry.core.Checks.invariant;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.store.common.StoredKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads entries by their keys: first the rows by id, which are small, then the timers' own rows,
 * but only of those that are not as they were expected. Thread-safe.
 */
final class CassandraEntryReader {
    private static final String BY_ID =
            """
            SELECT uuid, row_kind, row_at, generation, revision, attempts
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = 1 AND correlation = '' AND at = 0 AND uuid IN :uuids
            """;

    private static final String ROWS =
            """
            SELECT {columns}
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND (kind, correlation, at, uuid) IN :places
            """
                    .replace("{columns}", CassandraTimerColumns.ALL);

    private static final TupleType PLACE =
            DataTypes.tupleOf(DataTypes.TINYINT, DataTypes.TEXT, DataTypes.BIGINT, DataTypes.BLOB);

    /** Whole rows in one answer: payloads may be large. */
    private static final int ROWS_AT_ONCE = 100;

    /** How often a reader that is not the owner looks again when a timer moves under its eyes. */
    private static final int LOOKS = 10;

    private final Cql cql;

    CassandraEntryReader(Cql cql) {
        this.cql = cql;
    }

    /** Where a timer's own row lies, and which state of the timer that is. */
    record Place(TimerUuid uuid, byte kind, long at, long generation, long revision, int attempts) {
        static Place of(Row row) {
            return new Place(
                    Positions.uuid(row),
                    row.getByte("row_kind"),
                    row.getLong("row_at"),
                    row.getLong("generation"),
                    row.getLong("revision"),
                    row.getInt("attempts"));
        }

        static Place of(Timer timer) {
            return new Place(
                    timer.uuid(),
                    Tables.PENDING,
                    timer.fireAt().toEpochMilli(),
                    timer.generation().value(),
                    timer.revision().value(),
                    timer.attempts());
        }

        private boolean leadsTo(Row row) {
            return kind == row.getByte("kind")
                    && at == row.getLong("at")
                    && generation == row.getLong("generation")
                    && revision == row.getLong("revision")
                    && attempts == row.getInt("attempts");
        }

        private TupleValue toTuple() {
            return PLACE.newValue()
                    .setByte(0, kind)
                    .setString(1, "")
                    .setLong(2, at)
                    .setByteBuffer(3, Positions.uuid(uuid));
        }
    }

    /**
     * The entries that mutations are about; absent ones are not in the answer. For the shard's
     * owner: nobody else changes it between the two reads, or the commit will be refused.
     */
    Map<TimerUuid, Entry> read(ShardId shard, List<Mutation> mutations) {
        var entries = new HashMap<TimerUuid, Entry>();
        if (mutations.isEmpty()) {
            return entries;
        }
        var places = places(shard, mutations.stream().map(CassandraEntryReader::uuidOf).toList());
        for (var mutation : mutations) {
            mutation.expected()
                    .filter(timer -> Place.of(timer).equals(places.get(timer.uuid())))
                    .ifPresent(timer -> entries.put(timer.uuid(), new Entry.Pending(timer)));
        }
        places.keySet().removeAll(entries.keySet());
        for (var row : rows(shard, List.copyOf(places.values()))) {
            entries.put(Positions.uuid(row), CassandraTimerColumns.entry(row, shard.group()));
        }
        requireAll(shard, places, entries);
        for (var mutation : mutations) {
            var entry = entries.getOrDefault(uuidOf(mutation), Entry.absent());
            StoredKey.requireSame(mutation.key(), entry);
        }
        return entries;
    }

    /** A kept row that has just expired takes its row by id with it. */
    private static void requireAll(
            ShardId shard, Map<TimerUuid, Place> places, Map<TimerUuid, Entry> entries) {
        places.forEach(
                (uuid, place) ->
                        invariant(
                                place.kind() != Tables.PENDING || entries.containsKey(uuid),
                                "%s has lost the row of %s",
                                shard,
                                uuid));
    }

    static TimerUuid uuidOf(Mutation mutation) {
        return mutation.expected().map(Timer::uuid).orElseGet(() -> TimerUuid.of(mutation.key()));
    }

    /** What is stored under a key, read by anybody while the owner may be moving it. */
    Entry find(ShardId shard, TimerKey key) {
        var uuid = TimerUuid.of(key);
        for (int look = 0; look < LOOKS; look++) {
            var place = Optional.ofNullable(places(shard, List.of(uuid)).get(uuid));
            if (place.isEmpty()) {
                return Entry.absent();
            }
            var row = rows(shard, List.of(place.get()));
            if (!row.isEmpty() && place.get().leadsTo(row.getFirst())) {
                return CassandraTimerColumns.entry(row.getFirst(), shard.group());
            }
        }
        throw new StoreException.Unavailable(
                "%s changes faster than it can be read".formatted(key));
    }

    private Map<TimerUuid, Place> places(ShardId shard, List<TimerUuid> uuids) {
        var statement =
                CassandraShards.bind(cql.statement(BY_ID), shard)
                        .setList(
                                "uuids",
                                uuids.stream().map(Positions::uuid).toList(),
                                ByteBuffer.class)
                        .build();
        var places = new HashMap<TimerUuid, Place>();
        for (var row : cql.read(statement)) {
            var place = Place.of(row);
            places.put(place.uuid(), place);
        }
        return places;
    }

    /** The timers' own rows, for as many of the places as have one. */
    List<Row> rows(ShardId shard, List<Place> places) {
        var rows = new ArrayList<Row>(places.size());
        for (int from = 0; from < places.size(); from += ROWS_AT_ONCE) {
            var some = places.subList(from, Math.min(places.size(), from + ROWS_AT_ONCE));
            rows.addAll(
                    cql.read(
                            CassandraShards.bind(cql.statement(ROWS), shard)
                                    .set(
                                            "places",
                                            some.stream().map(Place::toTuple).toList(),
                                            GenericType.listOf(TupleValue.class))
                                    .build()));
        }
        return rows;
    }
}
