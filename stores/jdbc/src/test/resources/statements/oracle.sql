-- All statements on oracle, by the place in the code that words them; lists of two.

-- SqlEntryWriter.INSERT
INSERT INTO timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- SqlEntryWriter.DELETE
DELETE FROM timers WHERE shard_key = ? AND fire_at = ? AND uuid = ?;

-- SqlEntryWriter.MOVE
UPDATE timers SET fire_at = ?, generation = ?, revision = ?, attempts = ?, last_error = ?, attempt_log = ?, updated_at = ? WHERE shard_key = ? AND fire_at = ? AND uuid = ?;

-- SqlEntryWriter.UPDATE
UPDATE timers SET fire_at = ?, uuid = ?, generation = ?, revision = ?, attempts = ?, timer_id = ?, execute_at = ?, url = ?, timeout_ms = ?, headers = ?, retry_policy = ?, correlation_id = ?, digest = ?, last_error = ?, attempt_log = ?, schedule = ?, created_at = ?, updated_at = ?, payload = ? WHERE shard_key = ? AND fire_at = ? AND uuid = ?;

-- SqlEntryWriter.FORGET
DELETE FROM kept_timers WHERE shard_key = ? AND uuid = ?;

-- SqlEntryWriter.KEEP
INSERT INTO kept_timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- SqlShards.UPDATE
UPDATE shards SET version = ?, token = ?, owner_node = ?, owner_life = ?, mark = ?, handed_over = ? WHERE shard_key = ?;

-- SqlShards.RAISE_MARK
UPDATE shards SET mark = ? WHERE shard_key = ?;

-- SqlGroups.INSERT
INSERT INTO timer_groups (group_id, first_shard_key, shard_count) VALUES (?, ?, ?);

-- SqlGroups.INSERT_SHARD
INSERT INTO shards (shard_key, version, token, mark) VALUES (?, ?, ?, ?);

-- SqlRecords.INSERT_KIND
INSERT INTO record_kinds (latest, kind) VALUES (?, ?);

-- SqlRecords.RAISE
UPDATE record_kinds SET latest = ? WHERE kind = ?;

-- SqlRecords.INSERT
INSERT INTO records (revision, body, kind, record_id) VALUES (?, ?, ?, ?);

-- SqlRecords.UPDATE
UPDATE records SET revision = ?, body = ? WHERE kind = ? AND record_id = ?;

-- SqlRecords.DELETE
DELETE FROM records WHERE kind = ? AND record_id = ?;

-- SqlNodes.JOIN
INSERT INTO nodes (node_id, life, address, group_ids, weight, placement_version, software, protocol, beat, clock) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- SqlNodes.BEAT
UPDATE nodes SET address = ?, group_ids = ?, weight = ?, placement_version = ?, software = ?, protocol = ?, beat = ?, clock = ? WHERE node_id = ? AND life = ?;

-- SqlNodes.DELETE
DELETE FROM nodes WHERE node_id = ? AND life = ?;

-- SqlEntryWriter.KEEP, what is replaced
DELETE FROM kept_timers WHERE shard_key = ? AND uuid = ?;

-- SqlNodes.JOIN, what is replaced
DELETE FROM nodes WHERE node_id = ?;

-- SqlShards.fence
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards WHERE shard_key IN (?, ?)
ORDER BY shard_key
FOR UPDATE WAIT 1;

-- SqlShards.lock
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards WHERE shard_key IN (?, ?)
ORDER BY shard_key
FOR UPDATE WAIT 1;

-- SqlEntryReader.ENTRIES
WITH wanted (wanted_shard, wanted_uuid) AS (SELECT CAST(? AS NUMBER(19)), CAST(? AS RAW(16)) FROM dual UNION ALL SELECT CAST(? AS NUMBER(19)), CAST(? AS RAW(16)) FROM dual),
    expected (expected_shard, expected_uuid) AS (SELECT CAST(? AS NUMBER(19)), CAST(? AS RAW(16)) FROM dual UNION ALL SELECT CAST(? AS NUMBER(19)), CAST(? AS RAW(16)) FROM dual)
SELECT 1, shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, NULL, NULL, NULL
FROM wanted JOIN timers ON shard_key = wanted_shard AND uuid = wanted_uuid
UNION ALL
SELECT 2, shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until
FROM wanted JOIN kept_timers ON shard_key = wanted_shard AND uuid = wanted_uuid
UNION ALL
SELECT 0, shard_key, fire_at, uuid, generation, revision, attempts, NULL, NULL, NULL, NULL, TO_CLOB(NULL), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, TO_BLOB(NULL), NULL, NULL, NULL
FROM expected JOIN timers ON shard_key = expected_shard AND uuid = expected_uuid;

-- SqlPendingTimers.page
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload
FROM timers
WHERE shard_key = ? AND fire_at BETWEEN ? AND ? AND NOT (fire_at = ? AND uuid < ?) AND NOT (fire_at = ? AND uuid >= ?)
ORDER BY fire_at, uuid
FETCH FIRST ? ROWS ONLY;

-- SqlPendingTimers.correlated
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload
FROM timers
WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND fire_at >= ? AND NOT (fire_at = ? AND uuid < ?)
ORDER BY fire_at, uuid
FETCH FIRST ? ROWS ONLY;

-- SqlPendingTimers.first
SELECT f.*
FROM (SELECT shard_key FROM shards WHERE shard_key BETWEEN ? AND ?) s
    CROSS APPLY (SELECT shard_key, fire_at, uuid
FROM timers
WHERE shard_key = s.shard_key AND fire_at BETWEEN ? AND ? AND NOT (fire_at = ? AND uuid < ?) AND NOT (fire_at = ? AND uuid >= ?)
ORDER BY fire_at, uuid
FETCH FIRST ? ROWS ONLY) f;

-- SqlKeptTimers.latest, failed
SELECT f.*
FROM (SELECT shard_key FROM shards WHERE shard_key BETWEEN ? AND ?) s
    CROSS APPLY (SELECT shard_key, settled_at, uuid
FROM kept_timers
WHERE shard_key = s.shard_key AND state = 2 AND settled_at <= ? AND NOT (settled_at = ? AND uuid >= ?)
ORDER BY settled_at DESC, uuid DESC
FETCH FIRST ? ROWS ONLY) f;

-- SqlKeptTimers.latest, reached
SELECT f.*
FROM (SELECT shard_key FROM shards WHERE shard_key BETWEEN ? AND ?) s
    CROSS APPLY (SELECT shard_key, settled_at, uuid
FROM kept_timers
WHERE shard_key = s.shard_key AND state = 1 AND settled_at <= ? AND NOT (settled_at = ? AND uuid >= ?)
ORDER BY settled_at DESC, uuid DESC
FETCH FIRST ? ROWS ONLY) f;

-- SqlKeptTimers.correlated
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until
FROM kept_timers
WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND settled_at <= ? AND NOT (settled_at = ? AND uuid >= ?)
ORDER BY settled_at DESC, uuid DESC
FETCH FIRST ? ROWS ONLY;

-- SqlKeptTimers.expired
SELECT timer_id, schedule
FROM kept_timers
WHERE shard_key = ? AND keep_until <= ?
ORDER BY keep_until
FETCH FIRST ? ROWS ONLY;

-- SqlCounts, scheduled
SELECT s.shard_key, (SELECT count(*) FROM timers t WHERE t.shard_key = s.shard_key AND ROWNUM <= ?)
FROM shards s
WHERE s.shard_key BETWEEN ? AND ?
ORDER BY s.shard_key;

-- SqlCounts, failed
SELECT s.shard_key, (SELECT count(*) FROM kept_timers t WHERE t.shard_key = s.shard_key AND t.state = 2 AND ROWNUM <= ?)
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
FOR UPDATE WAIT 1;

-- SqlRecords.LATEST
SELECT latest FROM record_kinds WHERE kind = ?;

-- SqlRecords.LATEST, locked
SELECT latest FROM record_kinds WHERE kind = ?
FOR UPDATE WAIT 1;

-- SqlRecords.page
SELECT record_id, revision, body FROM records
WHERE kind = ? AND record_id > ?
ORDER BY record_id
FETCH FIRST ? ROWS ONLY;

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
FOR UPDATE WAIT 1;

-- Dialect.clock
SELECT EXTRACT(DAY FROM elapsed) * 86400000 + EXTRACT(HOUR FROM elapsed) * 3600000
    + EXTRACT(MINUTE FROM elapsed) * 60000 + FLOOR(EXTRACT(SECOND FROM elapsed) * 1000)
FROM (SELECT SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00' AS elapsed
    FROM dual);

-- Dialect.lockGroups
LOCK TABLE timer_groups IN EXCLUSIVE MODE WAIT 1;

-- Dialect.endStopped
CALL belfry_end_stopped();
