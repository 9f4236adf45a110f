-- All statements on mariadb, by the place in the code that words them; lists of two.

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
INSERT INTO kept_timers (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE shard_key = VALUES(shard_key), fire_at = VALUES(fire_at), uuid = VALUES(uuid), generation = VALUES(generation), revision = VALUES(revision), attempts = VALUES(attempts), timer_id = VALUES(timer_id), execute_at = VALUES(execute_at), url = VALUES(url), timeout_ms = VALUES(timeout_ms), headers = VALUES(headers), retry_policy = VALUES(retry_policy), correlation_id = VALUES(correlation_id), digest = VALUES(digest), last_error = VALUES(last_error), attempt_log = VALUES(attempt_log), schedule = VALUES(schedule), created_at = VALUES(created_at), updated_at = VALUES(updated_at), payload = VALUES(payload), state = VALUES(state), settled_at = VALUES(settled_at), keep_until = VALUES(keep_until);

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
INSERT INTO nodes (node_id, life, address, group_ids, weight, placement_version, software, protocol, beat, clock) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE node_id = VALUES(node_id), life = VALUES(life), address = VALUES(address), group_ids = VALUES(group_ids), weight = VALUES(weight), placement_version = VALUES(placement_version), software = VALUES(software), protocol = VALUES(protocol), beat = VALUES(beat), clock = VALUES(clock);

-- SqlNodes.BEAT
UPDATE nodes SET address = ?, group_ids = ?, weight = ?, placement_version = ?, software = ?, protocol = ?, beat = ?, clock = ? WHERE node_id = ? AND life = ?;

-- SqlNodes.DELETE
DELETE FROM nodes WHERE node_id = ? AND life = ?;

-- SqlShards.fence
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards FORCE INDEX (PRIMARY) WHERE shard_key IN (?, ?)
ORDER BY shard_key
LOCK IN SHARE MODE;

-- SqlShards.lock
SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
FROM shards FORCE INDEX (PRIMARY) WHERE shard_key IN (?, ?)
ORDER BY shard_key
FOR UPDATE;

-- SqlEntryReader.ENTRIES
SELECT 1, shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, NULL, NULL, NULL
FROM timers FORCE INDEX (timers_by_uuid) WHERE (shard_key, uuid) IN ((?, ?), (?, ?))
UNION ALL
SELECT 2, shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until
FROM kept_timers FORCE INDEX (kept_timers_by_uuid) WHERE (shard_key, uuid) IN ((?, ?), (?, ?))
UNION ALL
SELECT 0, shard_key, fire_at, uuid, generation, revision, attempts, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM timers FORCE INDEX (timers_by_uuid) WHERE (shard_key, uuid) IN ((?, ?), (?, ?));

-- SqlPendingTimers.page
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload
FROM timers FORCE INDEX (PRIMARY)
WHERE shard_key = ? AND +fire_at BETWEEN ? AND ? AND (fire_at, uuid) >= (?, ?) AND (fire_at, uuid) < (?, ?)
ORDER BY fire_at, uuid
LIMIT ?;

-- SqlPendingTimers.correlated
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload
FROM timers FORCE INDEX (timers_by_correlation)
WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND +fire_at >= ? AND (fire_at, uuid) >= (?, ?)
ORDER BY fire_at, uuid
LIMIT ?;

-- SqlPendingTimers.first
(SELECT shard_key, fire_at, uuid
FROM timers FORCE INDEX (PRIMARY)
WHERE shard_key = ? AND +fire_at BETWEEN ? AND ? AND (fire_at, uuid) >= (?, ?) AND (fire_at, uuid) < (?, ?)
ORDER BY fire_at, uuid
LIMIT ?)
UNION ALL
(SELECT shard_key, fire_at, uuid
FROM timers FORCE INDEX (PRIMARY)
WHERE shard_key = ? AND +fire_at BETWEEN ? AND ? AND (fire_at, uuid) >= (?, ?) AND (fire_at, uuid) < (?, ?)
ORDER BY fire_at, uuid
LIMIT ?);

-- SqlKeptTimers.latest, failed
(SELECT shard_key, settled_at, uuid
FROM kept_timers FORCE INDEX (PRIMARY)
WHERE shard_key = ? AND state = 2 AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?)
UNION ALL
(SELECT shard_key, settled_at, uuid
FROM kept_timers FORCE INDEX (PRIMARY)
WHERE shard_key = ? AND state = 2 AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?);

-- SqlKeptTimers.latest, reached
(SELECT shard_key, settled_at, uuid
FROM kept_timers FORCE INDEX (PRIMARY)
WHERE shard_key = ? AND state = 1 AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?)
UNION ALL
(SELECT shard_key, settled_at, uuid
FROM kept_timers FORCE INDEX (PRIMARY)
WHERE shard_key = ? AND state = 1 AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?);

-- SqlKeptTimers.correlated
SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule, created_at, updated_at, payload, state, settled_at, keep_until
FROM kept_timers FORCE INDEX (kept_timers_by_correlation)
WHERE correlation_id = ? AND +shard_key BETWEEN ? AND ? AND +settled_at <= ? AND (settled_at, uuid) < (?, ?)
ORDER BY settled_at DESC, uuid DESC
LIMIT ?;

-- SqlKeptTimers.expired
SELECT timer_id, schedule
FROM kept_timers FORCE INDEX (kept_timers_by_end)
WHERE shard_key = ? AND keep_until <= ?
ORDER BY keep_until
LIMIT ?;

-- SqlCounts, scheduled
SELECT ?,
    (SELECT count(*) FROM (SELECT 1 FROM timers t WHERE t.shard_key = ? LIMIT ?) AS some_rows)
UNION ALL
SELECT ?,
    (SELECT count(*) FROM (SELECT 1 FROM timers t WHERE t.shard_key = ? LIMIT ?) AS some_rows);

-- SqlCounts, failed
SELECT ?,
    (SELECT count(*) FROM (SELECT 1 FROM kept_timers t WHERE t.shard_key = ? AND t.state = 2 LIMIT ?) AS some_rows)
UNION ALL
SELECT ?,
    (SELECT count(*) FROM (SELECT 1 FROM kept_timers t WHERE t.shard_key = ? AND t.state = 2 LIMIT ?) AS some_rows);

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

-- Dialect.clock
SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED);

-- Dialect.lockGroups
SELECT id FROM group_creation WHERE id = 1 FOR UPDATE;
