-- Instants are epoch milliseconds; uuids and digests are 16 bytes, compared unsigned.
-- A shard's key is the first of its group plus its index; every row of a timer starts with it.
-- Names compare by their bytes, whatever the database's own collation.
-- Columns of a fixed width stand before the others, so that no bytes are lost to alignment.

CREATE TABLE timer_groups (
    group_id        text COLLATE "C" NOT NULL PRIMARY KEY,
    first_shard_key bigint           NOT NULL UNIQUE,
    shard_count     integer          NOT NULL
);

-- Rows are updated often and stay few: room in each page keeps the updates within it.
CREATE TABLE shards (
    shard_key   bigint NOT NULL PRIMARY KEY,
    version     bigint NOT NULL,
    token       bigint NOT NULL,
    owner_life  bigint,
    mark        bigint NOT NULL,
    owner_node  text COLLATE "C",
    handed_over text
) WITH (fillfactor = 50);

CREATE TABLE timers (
    shard_key      bigint  NOT NULL,
    fire_at        bigint  NOT NULL,
    generation     bigint  NOT NULL,
    revision       bigint  NOT NULL,
    execute_at     bigint  NOT NULL,
    created_at     bigint  NOT NULL,
    updated_at     bigint  NOT NULL,
    timeout_ms     bigint  NOT NULL,
    attempts       integer NOT NULL,
    uuid           bytea   NOT NULL,
    digest         bytea   NOT NULL,
    timer_id       text    NOT NULL,
    url            text    NOT NULL,
    headers        text,
    retry_policy   text    NOT NULL,
    correlation_id text COLLATE "C",
    last_error     text,
    payload        bytea   NOT NULL
);

CREATE TABLE kept_timers (
    shard_key      bigint   NOT NULL,
    fire_at        bigint   NOT NULL,
    generation     bigint   NOT NULL,
    revision       bigint   NOT NULL,
    execute_at     bigint   NOT NULL,
    created_at     bigint   NOT NULL,
    updated_at     bigint   NOT NULL,
    timeout_ms     bigint   NOT NULL,
    settled_at     bigint   NOT NULL,
    keep_until     bigint   NOT NULL,
    attempts       integer  NOT NULL,
    state          smallint NOT NULL,
    uuid           bytea    NOT NULL,
    digest         bytea    NOT NULL,
    timer_id       text     NOT NULL,
    url            text     NOT NULL,
    headers        text,
    retry_policy   text     NOT NULL,
    correlation_id text,
    last_error     text,
    payload        bytea    NOT NULL
);

-- Into so many partitions as were asked for at the first start, by shard, so that a shard's rows stay together.
-- None is an ordinary table.
DO $$
DECLARE
    modulus integer := ${partitions};
BEGIN
    IF modulus > 0 THEN
        ALTER TABLE timers RENAME TO timers_layout;
        ALTER TABLE kept_timers RENAME TO kept_timers_layout;
        CREATE TABLE timers (LIKE timers_layout INCLUDING DEFAULTS) PARTITION BY HASH (shard_key);
        CREATE TABLE kept_timers (LIKE kept_timers_layout INCLUDING DEFAULTS) PARTITION BY HASH (shard_key);
        DROP TABLE timers_layout, kept_timers_layout;
        FOR remainder IN 0 .. modulus - 1 LOOP
            EXECUTE format('CREATE TABLE timers_%s PARTITION OF timers FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                remainder, modulus, remainder);
            EXECUTE format('CREATE TABLE kept_timers_%s PARTITION OF kept_timers FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                remainder, modulus, remainder);
        END LOOP;
    END IF;
END
$$;

-- The conditions always hold. They keep the planner, which on new tables sees no difference, from looking for a
-- uuid through all of a shard: an index with a condition is for queries that speak of its column.
CREATE UNIQUE INDEX timers_by_uuid ON timers (shard_key, uuid);
CREATE INDEX timers_by_position ON timers (shard_key, fire_at, uuid) WHERE fire_at IS NOT NULL;
CREATE INDEX timers_by_correlation ON timers (correlation_id, fire_at, uuid, shard_key)
    WHERE correlation_id IS NOT NULL;
CREATE UNIQUE INDEX kept_timers_by_uuid ON kept_timers (shard_key, uuid);
CREATE INDEX kept_timers_by_settling ON kept_timers (shard_key, state, settled_at, uuid)
    WHERE state IS NOT NULL;
CREATE INDEX kept_timers_by_end ON kept_timers (shard_key, keep_until) WHERE keep_until IS NOT NULL;

CREATE TABLE pauses (
    group_id text COLLATE "C" NOT NULL PRIMARY KEY,
    since    bigint           NOT NULL,
    reason   text
);

CREATE TABLE nodes (
    node_id           text COLLATE "C" NOT NULL PRIMARY KEY,
    life              bigint           NOT NULL,
    address           text             NOT NULL,
    group_ids         text,
    weight            integer          NOT NULL,
    placement_version integer          NOT NULL,
    beat              bigint           NOT NULL,
    clock             bigint           NOT NULL
) WITH (fillfactor = 50);
