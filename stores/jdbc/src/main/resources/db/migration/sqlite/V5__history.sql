-- What the last attempts of a timer came to, and the kept timers of a correlation id, the latest settled last.

ALTER TABLE timers ADD COLUMN attempt_log TEXT;
ALTER TABLE kept_timers ADD COLUMN attempt_log TEXT;
CREATE INDEX kept_timers_by_correlation ON kept_timers (correlation_id, settled_at, uuid, shard_key)
    WHERE correlation_id IS NOT NULL;
