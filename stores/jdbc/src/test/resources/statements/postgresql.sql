-- All statements on postgresql, by the place in the code that words them; lists of two.

-- SqlEntryWriter.INSERT
INSERT INTO timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19);

-- SqlEntryWriter.DELETE
DELETE FROM timers AS t USING unnest(?, ?, ?) AS r (c0, c1, c2)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM timers WHERE shard_key = r.c0 AND fire_at = r.c1 AND uuid = r.c2 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlEntryWriter.MOVE
UPDATE timers AS t SET fire_at = r.c0, generation = r.c1, revision = r.c2, attempts = r.c3, last_error = r.c4, attempt_log = r.c5, updated_at = r.c6 FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM timers WHERE shard_key = r.c7 AND fire_at = r.c8 AND uuid = r.c9 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlEntryWriter.UPDATE
UPDATE timers AS t SET fire_at = r.c0, uuid = r.c1, generation = r.c2, revision = r.c3, attempts = r.c4, timer_id = r.c5, execute_at = r.c6, url = r.c7, timeout_ms = r.c8, headers = r.c9, retry_policy = r.c10, correlation_id = r.c11, digest = r.c12, last_error = r.c13, attempt_log = r.c14, schedule = r.c15, created_at = r.c16, updated_at = r.c17, payload = r.c18 FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM timers WHERE shard_key = r.c19 AND fire_at = r.c20 AND uuid = r.c21 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlEntryWriter.FORGET
DELETE FROM kept_timers AS t USING unnest(?, ?) AS r (c0, c1)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM kept_timers WHERE shard_key = r.c0 AND uuid = r.c1 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlEntryWriter.KEEP
INSERT INTO kept_timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22) ON CONFLICT (shard_key, uuid) DO UPDATE SET shard_key = excluded.shard_key, fire_at = excluded.fire_at, uuid = excluded.uuid, generation = excluded.generation, revision = excluded.revision, attempts = excluded.attempts, timer_id = excluded.timer_id, execute_at = excluded.execute_at, url = excluded.url, timeout_ms = excluded.timeout_ms, headers = excluded.headers, retry_policy = excluded.retry_policy, correlation_id = excluded.correlation_id, digest = excluded.digest, last_error = excluded.last_error, attempt_log = excluded.attempt_log, schedule = excluded.schedule, created_at = excluded.created_at, updated_at = excluded.updated_at, payload = excluded.payload, state = excluded.state, settled_at = excluded.settled_at, keep_until = excluded.keep_until;

-- SqlShards.UPDATE
UPDATE shards AS t SET version = r.c0, token = r.c1, owner_node = r.c2, owner_life = r.c3, mark = r.c4, handed_over = r.c5 FROM unnest(?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM shards WHERE shard_key = r.c6 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlShards.RAISE_MARK
UPDATE shards AS t SET mark = r.c0 FROM unnest(?, ?) AS r (c0, c1)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM shards WHERE shard_key = r.c1 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlGroups.INSERT
INSERT INTO timer_groups (group_id, first_shard_key, shard_count) SELECT * FROM unnest(?, ?, ?) AS r (c0, c1, c2);

-- SqlGroups.INSERT_SHARD
INSERT INTO shards (shard_key, version, token, mark) SELECT * FROM unnest(?, ?, ?, ?) AS r (c0, c1, c2, c3);

-- SqlRecords.INSERT_KIND
INSERT INTO record_kinds (latest, kind) SELECT * FROM unnest(?, ?) AS r (c0, c1);

-- SqlRecords.RAISE
UPDATE record_kinds AS t SET latest = r.c0 FROM unnest(?, ?) AS r (c0, c1)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM record_kinds WHERE kind = r.c1 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlRecords.INSERT
INSERT INTO records (revision, body, kind, record_id) SELECT * FROM unnest(?, ?, ?, ?) AS r (c0, c1, c2, c3);

-- SqlRecords.UPDATE
UPDATE records AS t SET revision = r.c0, body = r.c1 FROM unnest(?, ?, ?, ?) AS r (c0, c1, c2, c3)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM records WHERE kind = r.c2 AND record_id = r.c3 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlRecords.DELETE
DELETE FROM records AS t USING unnest(?, ?) AS r (c0, c1)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM records WHERE kind = r.c0 AND record_id = r.c1 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlNodes.JOIN
INSERT INTO nodes (node_id, life, address, group_ids, weight, placement_version, software, protocol, beat, clock) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9) ON CONFLICT (node_id) DO UPDATE SET node_id = excluded.node_id, life = excluded.life, address = excluded.address, group_ids = excluded.group_ids, weight = excluded.weight, placement_version = excluded.placement_version, software = excluded.software, protocol = excluded.protocol, beat = excluded.beat, clock = excluded.clock;

-- SqlNodes.BEAT
UPDATE nodes AS t SET address = r.c0, group_ids = r.c1, weight = r.c2, placement_version = r.c3, software = r.c4, protocol = r.c5, beat = r.c6, clock = r.c7 FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM nodes WHERE node_id = r.c8 AND life = r.c9 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlNodes.DELETE
DELETE FROM nodes AS t USING unnest(?, ?) AS r (c0, c1)
    CROSS JOIN LATERAL (
        SELECT ctid AS place, tableoid AS part FROM nodes WHERE node_id = r.c0 AND life = r.c1 LIMIT 1) AS found
WHERE t.ctid = found.place AND t.tableoid = found.part;

-- SqlShards.fence
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards WHERE shard_key = ANY (?)
ORDER BY shard_key
FOR SHARE;

-- SqlShards.lock
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards WHERE shard_key = ANY (?)
ORDER BY shard_key
FOR UPDATE;

-- SqlEntryReader.ENTRIES
WITH wanted (wanted_shard, wanted_uuid) AS (SELECT * FROM unnest(?, ?)),
    expected (expected_shard, expected_uuid) AS (SELECT * FROM unnest(?, ?))
SELECT 1, shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, NULL, NULL, NULL
FROM wanted CROSS JOIN LATERAL (
    SELECT * FROM timers WHERE shard_key = wanted_shard AND uuid = wanted_uuid LIMIT 1) AS found

UNION ALL
SELECT 2, shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until
FROM wanted CROSS JOIN LATERAL (
    SELECT * FROM kept_timers WHERE shard_key = wanted_shard AND uuid = wanted_uuid LIMIT 1) AS found

UNION ALL
SELECT 0, shard_key, fire_at, uuid, generation, revision, attempts, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM expected CROSS JOIN LATERAL (
    SELECT * FROM timers WHERE shard_key = expected_shard AND uuid = expected_uuid LIMIT 1) AS found;

-- SqlExpectedCommit of [INSERT]
WITH held AS (
    SELECT 1 FROM unnest(?, ?, ?) AS r (c0, c1, c2)
        CROSS JOIN LATERAL (
            SELECT 1 FROM shards WHERE shard_key = r.c0 AND version = r.c1 AND token = r.c2
            LIMIT 1) AS found),
insert_rows AS MATERIALIZED (
    SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19)),
sure AS MATERIALIZED (SELECT (SELECT count(*) FROM held) = ?
    AND NOT EXISTS (SELECT 1 FROM insert_rows AS r
    CROSS JOIN LATERAL (SELECT 1 FROM timers WHERE shard_key = r.c0 AND uuid = r.c2 LIMIT 1) AS found)
    AND NOT EXISTS (SELECT 1 FROM insert_rows AS r
    CROSS JOIN LATERAL (SELECT 1 FROM kept_timers WHERE shard_key = r.c0 AND uuid = r.c2 LIMIT 1) AS found) AS yes),
insert_change AS (
    INSERT INTO timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload) SELECT * FROM insert_rows WHERE (SELECT yes FROM sure))
SELECT yes FROM sure;

-- SqlExpectedCommit of [DELETE, RAISE_MARK]
WITH held AS (
    SELECT 1 FROM unnest(?, ?, ?) AS r (c0, c1, c2)
        CROSS JOIN LATERAL (
            SELECT 1 FROM shards WHERE shard_key = r.c0 AND version = r.c1 AND token = r.c2
            LIMIT 1) AS found),
delete_rows AS MATERIALIZED (
    SELECT r.*, found.* FROM unnest(?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5)
        CROSS JOIN LATERAL (
            SELECT ctid AS place, tableoid AS part FROM timers WHERE shard_key = r.c0 AND fire_at = r.c1 AND uuid = r.c2 AND generation = r.c3 AND revision = r.c4 AND attempts = r.c5 LIMIT 1) AS found),
raise_mark_rows AS MATERIALIZED (
    SELECT r.*, found.* FROM unnest(?, ?) AS r (c0, c1)
        CROSS JOIN LATERAL (
            SELECT ctid AS place, tableoid AS part FROM shards WHERE shard_key = r.c1 AND mark < r.c0
            LIMIT 1) AS found),
sure AS MATERIALIZED (SELECT (SELECT count(*) FROM held) = ?
    AND (SELECT count(*) FROM delete_rows) = ? AS yes),
delete_change AS (
    DELETE FROM timers AS t USING delete_rows AS r
    WHERE t.ctid = r.place AND t.tableoid = r.part AND (SELECT yes FROM sure)),
raise_mark_change AS (
    UPDATE shards AS t SET mark = r.c0 FROM raise_mark_rows AS r
    WHERE t.ctid = r.place AND t.tableoid = r.part AND (SELECT yes FROM sure))
SELECT yes FROM sure;

-- SqlExpectedCommit of [DELETE, MOVE, UPDATE, KEEP, INSERT, RAISE_MARK]
WITH held AS (
    SELECT 1 FROM unnest(?, ?, ?) AS r (c0, c1, c2)
        CROSS JOIN LATERAL (
            SELECT 1 FROM shards WHERE shard_key = r.c0 AND version = r.c1 AND token = r.c2
            LIMIT 1) AS found),
delete_rows AS MATERIALIZED (
    SELECT r.*, found.* FROM unnest(?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5)
        CROSS JOIN LATERAL (
            SELECT ctid AS place, tableoid AS part FROM timers WHERE shard_key = r.c0 AND fire_at = r.c1 AND uuid = r.c2 AND generation = r.c3 AND revision = r.c4 AND attempts = r.c5 LIMIT 1) AS found),
move_rows AS MATERIALIZED (
    SELECT r.*, found.* FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12)
        CROSS JOIN LATERAL (
            SELECT ctid AS place, tableoid AS part FROM timers WHERE shard_key = r.c7 AND fire_at = r.c8 AND uuid = r.c9 AND generation = r.c10 AND revision = r.c11 AND attempts = r.c12 LIMIT 1) AS found),
update_rows AS MATERIALIZED (
    SELECT r.*, found.* FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23, c24)
        CROSS JOIN LATERAL (
            SELECT ctid AS place, tableoid AS part FROM timers WHERE shard_key = r.c19 AND fire_at = r.c20 AND uuid = r.c21 AND generation = r.c22 AND revision = r.c23 AND attempts = r.c24 LIMIT 1) AS found),
keep_rows AS MATERIALIZED (
    SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22)),
insert_rows AS MATERIALIZED (
    SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS r (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19)),
raise_mark_rows AS MATERIALIZED (
    SELECT r.*, found.* FROM unnest(?, ?) AS r (c0, c1)
        CROSS JOIN LATERAL (
            SELECT ctid AS place, tableoid AS part FROM shards WHERE shard_key = r.c1 AND mark < r.c0
            LIMIT 1) AS found),
sure AS MATERIALIZED (SELECT (SELECT count(*) FROM held) = ?
    AND (SELECT count(*) FROM delete_rows) = ?
    AND (SELECT count(*) FROM move_rows) = ?
    AND (SELECT count(*) FROM update_rows) = ?
    AND NOT EXISTS (SELECT 1 FROM insert_rows AS r
    CROSS JOIN LATERAL (SELECT 1 FROM timers WHERE shard_key = r.c0 AND uuid = r.c2 LIMIT 1) AS found)
    AND NOT EXISTS (SELECT 1 FROM insert_rows AS r
    CROSS JOIN LATERAL (SELECT 1 FROM kept_timers WHERE shard_key = r.c0 AND uuid = r.c2 LIMIT 1) AS found) AS yes),
delete_change AS (
    DELETE FROM timers AS t USING delete_rows AS r
    WHERE t.ctid = r.place AND t.tableoid = r.part AND (SELECT yes FROM sure)),
move_change AS (
    UPDATE timers AS t SET fire_at = r.c0, generation = r.c1, revision = r.c2, attempts = r.c3, last_error = r.c4, attempt_log = r.c5, updated_at = r.c6 FROM move_rows AS r
    WHERE t.ctid = r.place AND t.tableoid = r.part AND (SELECT yes FROM sure)),
update_change AS (
    UPDATE timers AS t SET fire_at = r.c0, uuid = r.c1, generation = r.c2, revision = r.c3, attempts = r.c4, timer_id = r.c5, execute_at = r.c6, url = r.c7, timeout_ms = r.c8, headers = r.c9, retry_policy = r.c10, correlation_id = r.c11, digest = r.c12, last_error = r.c13, attempt_log = r.c14, schedule = r.c15, created_at = r.c16, updated_at = r.c17, payload = r.c18 FROM update_rows AS r
    WHERE t.ctid = r.place AND t.tableoid = r.part AND (SELECT yes FROM sure)),
keep_change AS (
    INSERT INTO kept_timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until) SELECT * FROM keep_rows WHERE (SELECT yes FROM sure) ON CONFLICT (shard_key, uuid) DO UPDATE SET shard_key = excluded.shard_key, fire_at = excluded.fire_at, uuid = excluded.uuid, generation = excluded.generation, revision = excluded.revision, attempts = excluded.attempts, timer_id = excluded.timer_id, execute_at = excluded.execute_at, url = excluded.url, timeout_ms = excluded.timeout_ms, headers = excluded.headers, retry_policy = excluded.retry_policy, correlation_id = excluded.correlation_id, digest = excluded.digest, last_error = excluded.last_error, attempt_log = excluded.attempt_log, schedule = excluded.schedule, created_at = excluded.created_at, updated_at = excluded.updated_at, payload = excluded.payload, state = excluded.state, settled_at = excluded.settled_at, keep_until = excluded.keep_until),
insert_change AS (
    INSERT INTO timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload) SELECT * FROM insert_rows WHERE (SELECT yes FROM sure)),
raise_mark_change AS (
    UPDATE shards AS t SET mark = r.c0 FROM raise_mark_rows AS r
    WHERE t.ctid = r.place AND t.tableoid = r.part AND (SELECT yes FROM sure))
SELECT yes FROM sure;

-- SqlPendingTimers.page
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload
FROM (
    SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, sum(octet_length(payload)) OVER (
        ORDER BY fire_at, uuid
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM timers
    WHERE shard_key = ? AND +fire_at BETWEEN ? AND ? AND (fire_at, uuid) >= (?, ?) AND (fire_at, uuid) < (?, ?)
    ORDER BY fire_at, uuid
    LIMIT ?) AS first_rows
WHERE bytes_before IS NULL OR bytes_before < ?
ORDER BY fire_at, uuid;

-- SqlPendingTimers.correlated
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload
FROM timers
WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND +fire_at >= ? AND (fire_at, uuid) >= (?, ?)
ORDER BY fire_at, uuid
LIMIT ?;

-- SqlPendingTimers.first
SELECT f.*
FROM (SELECT shard_key FROM shards WHERE shard_key BETWEEN ? AND ?) s
    CROSS JOIN LATERAL (SELECT shard_key, fire_at, uuid
FROM timers
WHERE shard_key = s.shard_key AND +fire_at BETWEEN ? AND ? AND (fire_at, uuid) >= (?, ?) AND (fire_at, uuid) < (?, ?)
ORDER BY fire_at, uuid
LIMIT ?) f;

-- SqlKeptTimers.latest, failed
SELECT f.*
FROM (SELECT shard_key FROM shards WHERE shard_key BETWEEN ? AND ?) s
    CROSS JOIN LATERAL (SELECT shard_key, settled_at, uuid
FROM kept_timers
WHERE shard_key = s.shard_key AND state = 2 AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?) f;

-- SqlKeptTimers.latest, reached
SELECT f.*
FROM (SELECT shard_key FROM shards WHERE shard_key BETWEEN ? AND ?) s
    CROSS JOIN LATERAL (SELECT shard_key, settled_at, uuid
FROM kept_timers
WHERE shard_key = s.shard_key AND state = 1 AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?) f;

-- SqlKeptTimers.correlated
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until
FROM kept_timers
WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?;

-- SqlKeptTimers.expired
SELECT timer_id, schedule
FROM kept_timers
WHERE shard_key = ? AND keep_until <= ?
ORDER BY keep_until
LIMIT ?;

-- SqlCounts, scheduled
SELECT s.shard_key, (SELECT count(*) FROM (SELECT 1 FROM timers t WHERE t.shard_key = s.shard_key LIMIT ?) some_rows)
FROM shards s
WHERE s.shard_key BETWEEN ? AND ?
ORDER BY s.shard_key;

-- SqlCounts, failed
SELECT s.shard_key, (SELECT count(*) FROM (SELECT 1 FROM kept_timers t WHERE t.shard_key = s.shard_key AND t.state = 2 LIMIT ?) some_rows)
FROM shards s
WHERE s.shard_key BETWEEN ? AND ?
ORDER BY s.shard_key;

-- SqlGroups.FIND
SELECT first_shard_key, shard_count FROM timer_groups WHERE group_id = ?;

-- SqlGroups.ALL
SELECT group_id, first_shard_key, shard_count FROM timer_groups;

-- SqlGroups.NEXT_SHARD_KEY
SELECT coalesce(max(first_shard_key + shard_count), 1) FROM timer_groups;

-- SqlShards.BETWEEN
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards
WHERE shard_key BETWEEN ? AND ?
ORDER BY shard_key;

-- SqlRecords.FIND
SELECT record_id, revision, body FROM records WHERE kind = ? AND record_id = ?;

-- SqlRecords.FIND, locked
SELECT record_id, revision, body FROM records WHERE kind = ? AND record_id = ?
FOR UPDATE;

-- SqlRecords.LATEST
SELECT latest FROM record_kinds WHERE kind = ?;

-- SqlRecords.LATEST, locked
SELECT latest FROM record_kinds WHERE kind = ?
FOR UPDATE;

-- SqlRecords.page
SELECT record_id, revision, body FROM records
WHERE kind = ? AND record_id > ?
ORDER BY record_id
LIMIT ?;

-- SqlNodes.ALL
SELECT node_id, life, address, group_ids, weight, placement_version, software, protocol,
    beat, clock
FROM nodes
ORDER BY node_id;

-- SqlNodes.FIND, locked
SELECT node_id, life, address, group_ids, weight, placement_version, software, protocol,
    beat, clock
FROM nodes
WHERE node_id = ?
FOR UPDATE;

-- SqlNodes.beatReturningClock
UPDATE nodes SET address = ?, group_ids = ?, weight = ?, placement_version = ?, software = ?, protocol = ?, beat = ?, clock = ? WHERE node_id = ? AND life = ? AND beat >= ? RETURNING (SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint));

-- Dialect.clock
SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint);

-- Dialect.lockGroups
LOCK TABLE timer_groups IN SHARE ROW EXCLUSIVE MODE;

-- Dialect.lifeLock, hold
SELECT CASE WHEN pg_advisory_lock_shared(?) IS NULL THEN 0 ELSE 1 END;

-- Dialect.lifeLock, isFree
SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN 1 ELSE 0 END;
