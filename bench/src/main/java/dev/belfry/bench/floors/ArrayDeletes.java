package dev.belfry.bench.floors;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Deletes rows by one statement of PostgreSQL, with an array for each part of their keys. */
record ArrayDeletes(PreparedStatement statement) implements AutoCloseable {
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

    static ArrayDeletes by(Connection connection) throws SQLException {
        return new ArrayDeletes(connection.prepareStatement(DELETE));
    }

    void delete(List<RawRows.Key> keys) throws SQLException {
        statement.setObject(1, keys.stream().mapToLong(RawRows.Key::shardKey).toArray());
        statement.setObject(2, keys.stream().mapToLong(RawRows.Key::fireAt).toArray());
        statement.setObject(3, keys.stream().map(it -> it.uuid().toBytes()).toArray(byte[][]::new));
        statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
