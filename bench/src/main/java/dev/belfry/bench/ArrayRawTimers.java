package dev.belfry.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** By one statement of PostgreSQL for all rows, with an array for each column. */
final class ArrayRawTimers implements RawTimers {
    private static final String INSERT =
            """
            INSERT INTO timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id,
                execute_at, url, timeout_ms, retry_policy, digest, created_at, updated_at, payload)
            SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::bytea[], ?::bigint[], ?::bigint[],
                ?::integer[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::bytea[],
                ?::bigint[], ?::bigint[], ?::bytea[])
            """;

    /** A plain join would be done the other way around when the table seems to be empty. */
    private static final String DELETE =
            """
            DELETE FROM timers USING
                unnest(?::bigint[], ?::bigint[], ?::bytea[]) AS gone (shard_key, fire_at, uuid)
                CROSS JOIN LATERAL (
                    SELECT ctid AS place FROM timers
                    WHERE shard_key = gone.shard_key AND fire_at = gone.fire_at
                        AND uuid = gone.uuid
                    LIMIT 1) AS found
            WHERE timers.ctid = found.place
            """;

    private final PreparedStatement insert;
    private final PreparedStatement delete;
    private final ShardKeys shards;
    private final List<NewTimer> added = new ArrayList<>();
    private final List<Place> removed = new ArrayList<>();
    private long revision;

    ArrayRawTimers(Connection connection) throws SQLException {
        this.shards = ShardKeys.read(connection);
        this.insert = connection.prepareStatement(INSERT);
        this.delete = connection.prepareStatement(DELETE);
    }

    @Override
    public void add(NewTimer timer) {
        added.add(timer);
    }

    @Override
    public void remove(Place place) {
        removed.add(place);
    }

    @Override
    public void flush() throws SQLException {
        if (!added.isEmpty()) {
            insert();
            added.clear();
        }
        if (!removed.isEmpty()) {
            delete();
            removed.clear();
        }
    }

    private void insert() throws SQLException {
        var places = added.stream().map(shards::placeOf).toList();
        var revisions = longs(added, _ -> ++revision);
        var instants = longs(places, Place::fireAt);
        var created = longs(added, _ -> CREATED_AT);
        insert.setObject(1, longs(places, Place::shardKey));
        insert.setObject(2, instants);
        insert.setObject(3, bytes(places, it -> it.uuid().toBytes()));
        insert.setObject(4, revisions);
        insert.setObject(5, revisions);
        insert.setObject(6, new int[added.size()]);
        insert.setObject(7, texts(it -> it.key().id()));
        insert.setObject(8, instants);
        insert.setObject(9, texts(it -> it.spec().target().url()));
        insert.setObject(10, longs(added, it -> it.spec().target().timeout().toMillis()));
        insert.setObject(11, texts(it -> it.spec().retryPolicy().toText()));
        insert.setObject(12, bytes(added, it -> it.spec().digest().toBytes()));
        insert.setObject(13, created);
        insert.setObject(14, created);
        insert.setObject(15, bytes(added, it -> it.spec().payload().bytes()));
        insert.executeUpdate();
    }

    private void delete() throws SQLException {
        delete.setObject(1, longs(removed, Place::shardKey));
        delete.setObject(2, longs(removed, Place::fireAt));
        delete.setObject(3, bytes(removed, it -> it.uuid().toBytes()));
        delete.executeUpdate();
    }

    private static <T> long[] longs(List<T> rows, ToLongFunction<T> column) {
        return rows.stream().mapToLong(column).toArray();
    }

    private static <T> byte[][] bytes(List<T> rows, Function<T, byte[]> column) {
        return rows.stream().map(column).toArray(byte[][]::new);
    }

    private String[] texts(Function<NewTimer, String> column) {
        return added.stream().map(column).toArray(String[]::new);
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        delete.close();
    }
}
