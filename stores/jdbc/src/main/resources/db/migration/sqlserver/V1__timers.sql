-- Instants are epoch milliseconds; uuids and digests are 16 bytes, compared unsigned.
-- A shard's key is the first of its group plus its index; every row of a timer starts with it.
-- Names compare by their code units, whatever the database's own collation, but for blanks at their end, which
-- SQL Server never sees. Timers are found by their uuids, so that only a search by correlation id meets that.
-- What stands in braces is how a table lies on the disk.

CREATE TABLE timer_groups (
    group_id        nvarchar(64) ${binary} NOT NULL,
    first_shard_key bigint                 NOT NULL,
    shard_count     int                    NOT NULL,
    CONSTRAINT timer_groups_key PRIMARY KEY ${clustered} (group_id),
    CONSTRAINT timer_groups_first UNIQUE (first_shard_key)
);

CREATE TABLE shards (
    shard_key   bigint                  NOT NULL,
    version     bigint                  NOT NULL,
    token       bigint                  NOT NULL,
    owner_node  nvarchar(64) ${binary},
    owner_life  bigint,
    mark        bigint                  NOT NULL,
    handed_over nvarchar(max),
    CONSTRAINT shards_key PRIMARY KEY ${clustered} (shard_key)
);

ALTER TABLE shards ${rows_only};

CREATE TABLE timers (
    shard_key      bigint                  NOT NULL,
    fire_at        bigint                  NOT NULL,
    uuid           varbinary(16)           NOT NULL,
    generation     bigint                  NOT NULL,
    revision       bigint                  NOT NULL,
    attempts       int                     NOT NULL,
    timer_id       nvarchar(510) ${binary} NOT NULL,
    execute_at     bigint                  NOT NULL,
    url            nvarchar(2048)          NOT NULL,
    timeout_ms     bigint                  NOT NULL,
    headers        nvarchar(max),
    retry_policy   nvarchar(500)           NOT NULL,
    correlation_id nvarchar(255) ${binary},
    digest         varbinary(16)           NOT NULL,
    last_error     nvarchar(500),
    created_at     bigint                  NOT NULL,
    updated_at     bigint                  NOT NULL,
    payload        varbinary(max)          NOT NULL,
    CONSTRAINT timers_by_position PRIMARY KEY ${clustered} (shard_key, fire_at, uuid)
);

ALTER TABLE timers ${rows_only};

CREATE UNIQUE INDEX timers_by_uuid ON timers (shard_key, uuid);
CREATE INDEX timers_by_correlation ON timers (correlation_id, fire_at, uuid, shard_key);

CREATE TABLE kept_timers (
    shard_key      bigint                  NOT NULL,
    fire_at        bigint                  NOT NULL,
    uuid           varbinary(16)           NOT NULL,
    generation     bigint                  NOT NULL,
    revision       bigint                  NOT NULL,
    attempts       int                     NOT NULL,
    timer_id       nvarchar(510) ${binary} NOT NULL,
    execute_at     bigint                  NOT NULL,
    url            nvarchar(2048)          NOT NULL,
    timeout_ms     bigint                  NOT NULL,
    headers        nvarchar(max),
    retry_policy   nvarchar(500)           NOT NULL,
    correlation_id nvarchar(255),
    digest         varbinary(16)           NOT NULL,
    last_error     nvarchar(500),
    created_at     bigint                  NOT NULL,
    updated_at     bigint                  NOT NULL,
    payload        varbinary(max)          NOT NULL,
    state          int                     NOT NULL,
    settled_at     bigint                  NOT NULL,
    keep_until     bigint                  NOT NULL,
    CONSTRAINT kept_timers_by_uuid PRIMARY KEY ${clustered} (shard_key, uuid)
);

ALTER TABLE kept_timers ${rows_only};

CREATE UNIQUE INDEX kept_timers_by_settling ON kept_timers (shard_key, state, settled_at, uuid);
CREATE INDEX kept_timers_by_end ON kept_timers (shard_key, keep_until);

CREATE TABLE pauses (
    group_id nvarchar(64) ${binary} NOT NULL,
    since    bigint                 NOT NULL,
    reason   nvarchar(max),
    CONSTRAINT pauses_key PRIMARY KEY ${clustered} (group_id)
);

CREATE TABLE nodes (
    node_id           nvarchar(64) ${binary} NOT NULL,
    life              bigint                  NOT NULL,
    address           nvarchar(2000)          NOT NULL,
    group_ids         nvarchar(max),
    weight            int                     NOT NULL,
    placement_version int                     NOT NULL,
    beat              bigint                  NOT NULL,
    clock             bigint                  NOT NULL,
    CONSTRAINT nodes_key PRIMARY KEY ${clustered} (node_id)
);
