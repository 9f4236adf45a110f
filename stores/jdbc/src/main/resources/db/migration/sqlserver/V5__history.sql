-- What the last attempts of a timer came to, and the kept timers of a correlation id, the latest settled last.

ALTER TABLE timers ADD attempt_log nvarchar(4000);
ALTER TABLE kept_timers ADD attempt_log nvarchar(4000);
ALTER TABLE kept_timers ALTER COLUMN correlation_id nvarchar(255) ${binary};
CREATE INDEX kept_timers_by_correlation ON kept_timers (correlation_id, settled_at, uuid, shard_key);
