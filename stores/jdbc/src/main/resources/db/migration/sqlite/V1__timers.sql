-- Instants are epoch milliseconds; uuids and digests are 16 bytes, compared unsigned.
-- A shard's key is the first of its group plus its index; every row of a timer starts with it.

CREATE TABLE timer_groups (
    group_id        TEXT    NOT NULL PRIMARY KEY,
    first_shard_key INTEGER NOT NULL UNIQUE,
    shard_count     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE shards (
    shard_key   INTEGER NOT NULL PRIMARY KEY,
    version     INTEGER NOT NULL,
    token       INTEGER NOT NULL,
    owner_node  TEXT,
    owner_life  INTEGER,
    mark        INTEGER NOT NULL,
    handed_over TEXT
) STRICT;

CREATE TABLE timers (
    shard_key      INTEGER NOT NULL,
    fire_at        INTEGER NOT NULL,
    uuid           BLOB    NOT NULL,
    generation     INTEGER NOT NULL,
    revision       INTEGER NOT NULL,
    attempts       INTEGER NOT NULL,
    timer_id       TEXT    NOT NULL,
    execute_at     INTEGER NOT NULL,
    url            TEXT    NOT NULL,
    timeout_ms     INTEGER NOT NULL,
    headers        TEXT,
    retry_policy   TEXT    NOT NULL,
    correlation_id TEXT,
    digest         BLOB    NOT NULL,
    last_error     TEXT,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    payload        BLOB    NOT NULL
) STRICT;

CREATE UNIQUE INDEX timers_by_uuid ON timers (shard_key, uuid);
CREATE INDEX timers_by_position ON timers (shard_key, fire_at, uuid);
CREATE INDEX timers_by_correlation ON timers (correlation_id, fire_at, uuid, shard_key)
    WHERE correlation_id IS NOT NULL;

CREATE TABLE kept_timers (
    shard_key      INTEGER NOT NULL,
    fire_at        INTEGER NOT NULL,
    uuid           BLOB    NOT NULL,
    generation     INTEGER NOT NULL,
    revision       INTEGER NOT NULL,
    attempts       INTEGER NOT NULL,
    timer_id       TEXT    NOT NULL,
    execute_at     INTEGER NOT NULL,
    url            TEXT    NOT NULL,
    timeout_ms     INTEGER NOT NULL,
    headers        TEXT,
    retry_policy   TEXT    NOT NULL,
    correlation_id TEXT,
    digest         BLOB    NOT NULL,
    last_error     TEXT,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    payload        BLOB    NOT NULL,
    state          INTEGER NOT NULL,
    settled_at     INTEGER NOT NULL,
    keep_until     INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX kept_timers_by_uuid ON kept_timers (shard_key, uuid);
CREATE INDEX kept_timers_by_settling ON kept_timers (shard_key, state, settled_at, uuid);
CREATE INDEX kept_timers_by_end ON kept_timers (shard_key, keep_until);

CREATE TABLE pauses (
    group_id TEXT    NOT NULL PRIMARY KEY,
    since    INTEGER NOT NULL,
    reason   TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE nodes (
    node_id           TEXT    NOT NULL PRIMARY KEY,
    life              INTEGER NOT NULL,
    address           TEXT    NOT NULL,
    group_ids         TEXT,
    weight            INTEGER NOT NULL,
    placement_version INTEGER NOT NULL,
    beat              INTEGER NOT NULL,
    clock             INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
