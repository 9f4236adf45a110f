package dev.belfry.store.jdbc.mysql;

import dev.belfry.store.jdbc.KeptRows;
import dev.belfry.store.jdbc.TestDatabase;
import java.sql.SQLException;

/** Tables with many sample rows, as {@code HotStatements} describes them. */
public final class MysqlTables {
    private static final String ANALYZE = "ANALYZE TABLE shards, timers, kept_timers";

    /** As many numbers as there are timers, by digits that all of these servers know. */
    private static final String NUMBERS =
            """
            INSERT INTO numbers
            SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d
            FROM digits a, digits b, digits c, digits e, digits f, digits g
            WHERE g.d < %d
            """
                    .formatted(KeptRows.TIMERS / 100_000);

    private static final String SHARDS =
            "INSERT INTO shards SELECT i, 0, 0, NULL, NULL, 0, NULL FROM numbers WHERE i BETWEEN 1 AND 64";

    private static final String TIMERS =
            """
            INSERT INTO timers
            SELECT IF(i % 2 = 0, 1, 1 + i % 64), i, UNHEX(MD5(i)), 1, 1, 0, CONCAT('t', i), i, 'http://a', 1,
                NULL, 'p', IF(i % 4 < 2, 'c', NULL), UNHEX(MD5(i)), NULL, 0, 0, REPEAT('p', 160), NULL, NULL
            FROM numbers
            """;

    private static final String KEPT_TIMERS =
            """
            INSERT INTO kept_timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url,
                timeout_ms, headers, retry_policy, correlation_id, digest, last_error, created_at, updated_at, payload, schedule, attempt_log,
                state, settled_at, keep_until)
            SELECT t.*, 1 + fire_at %% 2, fire_at, fire_at FROM timers t WHERE fire_at < %d
            """
                    .formatted(KeptRows.COUNT);

    private MysqlTables() {}

    /** Filled, after a look at them when they were empty. */
    public static TestDatabase mysql() {
        return filled(MysqlDatabase.Mysql.SHARED.fresh());
    }

    /** Filled, after a look at them when they were empty. */
    public static TestDatabase mariadb() {
        return filled(MysqlDatabase.Mariadb.SHARED.fresh());
    }

    /** Filled as {@link #mysql}, in partitions. */
    public static TestDatabase partitioned() {
        return filled(MysqlDatabase.Mysql.PARTITIONED.fresh());
    }

    /** Looks at the tables, so that the planner knows them. */
    public static void analyze(TestDatabase database) throws SQLException {
        database.run(ANALYZE);
    }

    private static TestDatabase filled(TestDatabase database) {
        database.open().close();
        try {
            database.run(
                    ANALYZE,
                    "CREATE TABLE digits (d BIGINT PRIMARY KEY)",
                    "INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
                    "CREATE TABLE numbers (i BIGINT PRIMARY KEY)",
                    NUMBERS,
                    SHARDS,
                    TIMERS,
                    KEPT_TIMERS);
            return database;
        } catch (SQLException e) {
            throw new IllegalStateException("the tables can not be filled", e);
        }
    }
}
