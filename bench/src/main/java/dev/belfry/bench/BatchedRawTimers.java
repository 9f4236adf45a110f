package dev.belfry.bench;

import dev.belfry.core.timer.TimerUuid;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/** By statements of one row, many in a batch; a row that is alone needs none. */
final class BatchedRawTimers implements RawTimers {
    private static final String INSERT =
            """
            INSERT INTO timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id,
                execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest,
                last_error, created_at, updated_at, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String DELETE =
            "DELETE FROM timers WHERE shard_key = ? AND fire_at = ? AND uuid = ?";

    private final PreparedStatement insert;
    private final PreparedStatement delete;
    private final Rows inserted;
    private final Rows deleted;
    private final ShardKeys shards;
    private long revision;

    BatchedRawTimers(Connection connection) throws SQLException {
        this.shards = ShardKeys.read(connection);
        this.insert = connection.prepareStatement(INSERT);
        this.delete = connection.prepareStatement(DELETE);
        this.inserted = new Rows(insert);
        this.deleted = new Rows(delete);
    }

    /** The rows of a statement. The last one stands in its parameters only. */
    private static final class Rows {
        private final PreparedStatement statement;
        private int count;

        Rows(PreparedStatement statement) {
            this.statement = statement;
        }

        /** Makes room for another one. */
        void next() throws SQLException {
            if (count++ > 0) {
                statement.addBatch();
            }
        }

        /** The driver of PostgreSQL does not prepare a batch of one. */
        void execute() throws SQLException {
            if (count == 1) {
                statement.executeUpdate();
            } else if (count > 1) {
                statement.addBatch();
                statement.executeBatch();
            }
            count = 0;
        }
    }

    @Override
    public void add(NewTimer timer) throws SQLException {
        var spec = timer.spec();
        long at = spec.executeAt().toEpochMilli();
        inserted.next();
        insert.setLong(1, shards.of(timer));
        insert.setLong(2, at);
        insert.setBytes(3, TimerUuid.of(timer.key()).toBytes());
        insert.setLong(4, ++revision);
        insert.setLong(5, revision);
        insert.setLong(6, 0);
        insert.setString(7, timer.key().id());
        insert.setLong(8, at);
        insert.setString(9, spec.target().url());
        insert.setLong(10, spec.target().timeout().toMillis());
        insert.setNull(11, Types.VARCHAR);
        insert.setString(12, spec.retryPolicy().toText());
        insert.setNull(13, Types.VARCHAR);
        insert.setBytes(14, spec.digest().toBytes());
        insert.setNull(15, Types.VARCHAR);
        insert.setLong(16, CREATED_AT);
        insert.setLong(17, CREATED_AT);
        insert.setBytes(18, spec.payload().bytes());
    }

    @Override
    public void remove(Place place) throws SQLException {
        deleted.next();
        delete.setLong(1, place.shardKey());
        delete.setLong(2, place.fireAt());
        delete.setBytes(3, place.uuid().toBytes());
    }

    @Override
    public void flush() throws SQLException {
        inserted.execute();
        deleted.execute();
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        delete.close();
    }
}
