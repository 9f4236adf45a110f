package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.jdbc.KeptRows;
import dev.belfry.store.jdbc.TestDatabase;
import dev.belfry.store.jdbc.TestServer;
import java.sql.SQLException;
import java.util.List;

/** Tables with many sample rows, as {@code HotStatements} describes them. */
public final class PostgresTables {
    /** Makes a session tell the plans that it has run. */
    public static final List<String> EXPLAIN =
            List.of(
                    "LOAD 'auto_explain'",
                    "SET auto_explain.log_min_duration = 0",
                    "SET auto_explain.log_analyze = on",
                    "SET auto_explain.log_timing = off",
                    "SET auto_explain.log_buffers = on",
                    "SET auto_explain.log_level = notice",
                    "COMMIT");

    private static final String NOT_BY_ITSELF =
            """
            DO $$
            DECLARE
                name text;
            BEGIN
                FOR name IN SELECT oid::regclass FROM pg_class
                        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' LOOP
                    EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', name);
                END LOOP;
            END
            $$
            """;

    private static final String SHARDS =
            "INSERT INTO shards SELECT i, 0, 0, NULL, 0 FROM generate_series(1, 64) AS i";

    private static final String TIMERS =
            """
            INSERT INTO timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url,
                timeout_ms, retry_policy, correlation_id, digest, created_at, updated_at, payload)
            SELECT CASE WHEN i %% 2 = 0 THEN 1 ELSE 1 + i %% 64 END, i, decode(md5(i::text), 'hex'), 1, 1, 0, 't' || i, i,
                'http://a', 1, 'p', CASE WHEN i %% 4 < 2 THEN 'c' END, decode(md5(i::text), 'hex'), 0, 0,
                decode(repeat(md5(i::text), 10), 'hex')
            FROM generate_series(0, %d) AS i
            """
                    .formatted(KeptRows.TIMERS - 1);

    private static final String KEPT_TIMERS =
            """
            INSERT INTO kept_timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url,
                timeout_ms, retry_policy, correlation_id, digest, created_at, updated_at, payload,
                state, settled_at, keep_until)
            SELECT shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url,
                timeout_ms, retry_policy, correlation_id, digest, created_at, updated_at, payload,
                1 + fire_at %% 2, fire_at, fire_at
            FROM timers WHERE fire_at < %d
            """
                    .formatted(KeptRows.COUNT);

    private PostgresTables() {}

    /** For all tests that need no other. */
    public static TestDatabase shared() {
        return PostgresSchema.SHARED;
    }

    /**
     * Tables that nobody analyzes unasked.
     *
     * @param parameters of the URL
     * @param before what is run on the empty tables
     * @param after what is run on the filled ones
     */
    public static TestDatabase filled(String parameters, String before, String after) {
        return with(parameters, NOT_BY_ITSELF, before, SHARDS, TIMERS, KEPT_TIMERS, after);
    }

    /** Tables that had one row at the end of many pages when they were last analyzed. */
    public static TestDatabase refilled() {
        return with(
                "",
                NOT_BY_ITSELF,
                SHARDS,
                TIMERS,
                KEPT_TIMERS,
                "DELETE FROM shards WHERE shard_key < 64",
                "DELETE FROM timers WHERE fire_at < " + (KeptRows.TIMERS - 1),
                "DELETE FROM kept_timers WHERE fire_at < " + (KeptRows.COUNT - 1),
                "VACUUM ANALYZE shards, timers, kept_timers",
                "DELETE FROM shards",
                "DELETE FROM timers",
                "DELETE FROM kept_timers",
                SHARDS,
                TIMERS,
                KEPT_TIMERS);
    }

    private static TestDatabase with(String parameters, String... statements) {
        var schema = new PostgresSchema(TestServer.url("postgres") + parameters);
        schema.open().close();
        try {
            schema.run(statements);
            return schema;
        } catch (SQLException e) {
            throw new IllegalStateException("the tables can not be filled", e);
        }
    }
}
