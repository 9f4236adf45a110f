-- All statements on sqlite, by the place in the code that words them; lists of two.

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
INSERT OR REPLACE INTO kept_timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

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
INSERT OR REPLACE INTO nodes (node_id, life, address, group_ids, weight, placement_version, software, protocol, beat, clock) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- SqlNodes.BEAT
UPDATE nodes SET address = ?, group_ids = ?, weight = ?, placement_version = ?, software = ?, protocol = ?, beat = ?, clock = ? WHERE node_id = ? AND life = ?;

-- SqlNodes.DELETE
DELETE FROM nodes WHERE node_id = ? AND life = ?;

-- SqlShards.fence
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards WHERE shard_key IN (?, ?)
ORDER BY shard_key;

-- SqlShards.lock
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards WHERE shard_key IN (?, ?)
ORDER BY shard_key;

-- SqlEntryReader.ENTRIES
WITH wanted (wanted_shard, wanted_uuid) AS (VALUES (?, ?), (?, ?)),
    expected (expected_shard, expected_uuid) AS (VALUES (?, ?), (?, ?))
SELECT 1, shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, NULL, NULL, NULL
FROM wanted CROSS JOIN timers WHERE shard_key = wanted_shard AND uuid = wanted_uuid
UNION ALL
SELECT 2, shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until
FROM wanted CROSS JOIN kept_timers WHERE shard_key = wanted_shard AND uuid = wanted_uuid
UNION ALL
SELECT 0, shard_key, fire_at, uuid, generation, revision, attempts, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM expected CROSS JOIN timers WHERE shard_key = expected_shard AND uuid = expected_uuid;

-- SqlPendingTimers.page
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload
FROM timers
WHERE shard_key = ? AND +fire_at BETWEEN ? AND ? AND (fire_at, uuid) >= (?, ?) AND (fire_at, uuid) < (?, ?)
ORDER BY fire_at, uuid
LIMIT ?;

-- SqlPendingTimers.correlated
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload
FROM timers
WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND +fire_at >= ? AND (fire_at, uuid) >= (?, ?)
ORDER BY fire_at, uuid
LIMIT ?;

-- SqlPendingTimers.first
SELECT t.shard_key, t.fire_at, t.uuid
FROM shards s CROSS JOIN timers t
WHERE s.shard_key BETWEEN ? AND ?
    AND t.shard_key = s.shard_key
    AND (t.fire_at, t.uuid) IN (SELECT fire_at, uuid
FROM timers
WHERE shard_key = s.shard_key AND +fire_at BETWEEN ? AND ? AND (fire_at, uuid) >= (?, ?) AND (fire_at, uuid) < (?, ?)
ORDER BY fire_at, uuid
LIMIT ?);

-- SqlKeptTimers.latest, failed
SELECT t.shard_key, t.settled_at, t.uuid
FROM shards s CROSS JOIN kept_timers t
WHERE s.shard_key BETWEEN ? AND ?
    AND t.shard_key = s.shard_key AND t.state = 2
    AND (t.settled_at, t.uuid) IN (SELECT settled_at, uuid
FROM kept_timers
WHERE shard_key = s.shard_key AND state = 2 AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?);

-- SqlKeptTimers.latest, reached
SELECT t.shard_key, t.settled_at, t.uuid
FROM shards s CROSS JOIN kept_timers t
WHERE s.shard_key BETWEEN ? AND ?
    AND t.shard_key = s.shard_key AND t.state = 1
    AND (t.settled_at, t.uuid) IN (SELECT settled_at, uuid
FROM kept_timers
WHERE shard_key = s.shard_key AND state = 1 AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?);

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
SELECT record_id, revision, body FROM records WHERE kind = ? AND record_id = ?;

-- SqlRecords.LATEST
SELECT latest FROM record_kinds WHERE kind = ?;

-- SqlRecords.LATEST, locked
SELECT latest FROM record_kinds WHERE kind = ?;

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
WHERE node_id = ?;

-- Dialect.clock
SELECT CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER);

-- Dialect.begin
BEGIN IMMEDIATE;
