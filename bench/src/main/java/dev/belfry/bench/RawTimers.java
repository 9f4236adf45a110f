package dev.belfry.bench;

import dev.belfry.core.timer.TimerUuid;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Inserts and deletes rows of timers by plain SQL, past the store, as quickly as the database lets
 * JDBC do it. Confined to a thread.
 */
interface RawTimers extends AutoCloseable {
    /** What all rows have. */
    long CREATED_AT = 1_700_000_000_000L;

    /** Where a row lies. */
    record Place(long shardKey, long fireAt, TimerUuid uuid) {}

    void add(NewTimer timer) throws SQLException;

    void remove(Place place) throws SQLException;

    /** Executes what was added and removed since. */
    void flush() throws SQLException;

    @Override
    void close() throws SQLException;

    /** The shards of the group, by their numbers in the tables. */
    record ShardKeys(long first) {
        private static final String FIRST_SHARD =
                "SELECT first_shard_key FROM timer_groups WHERE group_id = ?";

        static ShardKeys read(Connection connection) throws SQLException {
            try (var query = connection.prepareStatement(FIRST_SHARD)) {
                query.setString(1, SampleTimers.GROUP.id().value());
                try (var result = query.executeQuery()) {
                    result.next();
                    return new ShardKeys(result.getLong(1));
                }
            }
        }

        long of(NewTimer timer) {
            return first + SampleTimers.GROUP.shardOf(timer.key()).index();
        }

        Place placeOf(NewTimer timer) {
            return new Place(
                    of(timer), timer.spec().executeAt().toEpochMilli(), TimerUuid.of(timer.key()));
        }
    }
}
