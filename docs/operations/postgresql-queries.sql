-- What a DBA may want to know of Belfry's tables: psql -f postgresql-queries.sql, with the schema in the search path.
-- Nothing here locks or changes anything. PostgreSQL 14 or newer.

-- Deleted rows that wait for vacuum, and when it last came. Settled timers are deleted rows: their number goes up and down, and
-- should not only go up.
SELECT relname, n_live_tup, n_dead_tup, last_autovacuum, last_autoanalyze
FROM pg_stat_user_tables
WHERE schemaname = current_schema() AND relname ~ '^(timers|kept_timers|shards|nodes|records)'
ORDER BY n_dead_tup DESC;

-- What keeps vacuum from removing them: the oldest snapshots of sessions, and slots and prepared transactions that hold one.
SELECT 'session ' || pid AS holder, usename, state, age(backend_xmin) AS transactions, now() - xact_start AS since
FROM pg_stat_activity
WHERE backend_xmin IS NOT NULL
UNION ALL
SELECT 'slot ' || slot_name, NULL, NULL, age(coalesce(xmin, catalog_xmin)), NULL
FROM pg_replication_slots
WHERE coalesce(xmin, catalog_xmin) IS NOT NULL
UNION ALL
SELECT 'prepared ' || gid, owner, NULL, age(transaction), now() - prepared
FROM pg_prepared_xacts
ORDER BY transactions DESC
LIMIT 10;

-- Who waits for a lock, and for whom. Belfry's own transactions last milliseconds; whoever blocks one for seconds is a stranger.
SELECT waiting.pid, now() - waiting.query_start AS since, left(waiting.query, 60) AS query,
    blocking.pid AS blocked_by, blocking.state, left(blocking.query, 60) AS blocking_query
FROM pg_stat_activity waiting
CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting.pid)) AS blocker (pid)
JOIN pg_stat_activity blocking ON blocking.pid = blocker.pid
ORDER BY since DESC;

-- Sizes of tables and indexes, and bytes for each row that is there. An index that has several times the bytes of its likes, or
-- of last month, is bloated: REINDEX INDEX CONCURRENTLY makes it anew while timers fire.
SELECT stat.relname, stat.indexrelname, pg_size_pretty(pg_relation_size(stat.indexrelid)) AS size,
    pg_relation_size(stat.indexrelid) / greatest(class.reltuples, 1)::bigint AS bytes_a_row
FROM pg_stat_user_indexes stat
JOIN pg_class class ON class.oid = stat.relid
WHERE stat.schemaname = current_schema() AND stat.relname ~ '^(timers|kept_timers)'
ORDER BY pg_relation_size(stat.indexrelid) DESC;

-- Pending timers of each group, and how many of them are due. Reads the whole index: minutes with a hundred million timers.
SELECT groups.group_id, count(*) AS pending,
    count(*) FILTER (WHERE timers.fire_at <= extract(epoch FROM now()) * 1000) AS due
FROM timer_groups groups
JOIN timers ON timers.shard_key >= groups.first_shard_key
    AND timers.shard_key < groups.first_shard_key + groups.shard_count
GROUP BY groups.group_id
ORDER BY pending DESC
LIMIT 20;

-- The largest shards. Ids decide the shard, so that a shard with far more than its neighbours of the same group is no chance.
-- Reads the whole index as well.
SELECT groups.group_id, timers.shard_key - groups.first_shard_key AS shard, count(*) AS pending
FROM timers
JOIN timer_groups groups ON timers.shard_key >= groups.first_shard_key
    AND timers.shard_key < groups.first_shard_key + groups.shard_count
GROUP BY groups.group_id, shard
ORDER BY pending DESC
LIMIT 20;

-- WAL since the statistics were last reset. Full page images that are most of the bytes call for fewer checkpoints: a larger
-- max_wal_size.
SELECT wal_records, wal_fpi, pg_size_pretty(wal_bytes) AS wal, stats_reset
FROM pg_stat_wal;
