package dev.belfry.bench.floors;

import dev.belfry.bench.harness.SampleTimer;
import dev.belfry.bench.harness.SampleTimers;
import dev.belfry.core.timer.TimerUuid;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes of timers the rows that the store would.
 *
 * @param firstShard the number that the first shard of the group has in the tables
 */
record RawRows(long firstShard, AtomicLong revision) {
    /** Of a row; what is not among them is null. */
    static final String COLUMNS =
            "shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url,"
                    + " timeout_ms, retry_policy, digest, created_at, updated_at, payload";

    private static final long CREATED_AT = 1_700_000_000_000L;
    private static final String FIRST_SHARD =
            "SELECT first_shard_key FROM timer_groups WHERE group_id = ?";

    /** Where a row lies. */
    record Key(long shardKey, long fireAt, TimerUuid uuid) {}

    static RawRows in(Connection connection) throws SQLException {
        try (var query = connection.prepareStatement(FIRST_SHARD)) {
            query.setString(1, SampleTimers.GROUP.id().value());
            try (var result = query.executeQuery()) {
                result.next();
                return new RawRows(result.getLong(1), new AtomicLong());
            }
        }
    }

    Key key(SampleTimer timer) {
        return new Key(
                firstShard + SampleTimers.GROUP.shardOf(timer.key()).index(),
                timer.spec().executeAt().toEpochMilli(),
                TimerUuid.of(timer.key()));
    }

    /** What stands in the columns. */
    List<Object> values(SampleTimer timer) {
        var key = key(timer);
        var spec = timer.spec();
        long number = revision.incrementAndGet();
        return List.of(
                key.shardKey(),
                key.fireAt(),
                key.uuid().toBytes(),
                number,
                number,
                0,
                timer.key().id(),
                key.fireAt(),
                spec.target().url(),
                spec.target().timeout().toMillis(),
                spec.retryPolicy().toText(),
                spec.digest().toBytes(),
                CREATED_AT,
                CREATED_AT,
                spec.payload().bytes());
    }
}
