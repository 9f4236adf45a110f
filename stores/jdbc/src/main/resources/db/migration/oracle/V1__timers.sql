-- Instants are epoch milliseconds; uuids and digests are 16 bytes, compared unsigned.
-- A shard's key is the first of its group plus its index; every row of a timer starts with it.
-- Empty text is NULL here: columns that may be empty may be NULL, and are read as empty again.
-- What stands in braces is how a table lies on the disk.

CREATE TABLE timer_groups (
    group_id        VARCHAR2(64 CHAR) NOT NULL,
    first_shard_key NUMBER(19)        NOT NULL,
    shard_count     NUMBER(10)        NOT NULL,
    CONSTRAINT timer_groups_key PRIMARY KEY (group_id),
    CONSTRAINT timer_groups_first UNIQUE (first_shard_key)
) ${by_key};

CREATE TABLE shards (
    shard_key   NUMBER(19)         NOT NULL,
    version     NUMBER(19)         NOT NULL,
    token       NUMBER(19)         NOT NULL,
    owner_node  VARCHAR2(64 CHAR),
    owner_life  NUMBER(19),
    mark        NUMBER(19)         NOT NULL,
    handed_over CLOB,
    CONSTRAINT shards_key PRIMARY KEY (shard_key)
) ${crowded};

CREATE TABLE timers (
    shard_key      NUMBER(19)          NOT NULL,
    fire_at        NUMBER(19)          NOT NULL,
    uuid           RAW(16)             NOT NULL,
    generation     NUMBER(19)          NOT NULL,
    revision       NUMBER(19)          NOT NULL,
    attempts       NUMBER(10)          NOT NULL,
    timer_id       VARCHAR2(510 CHAR)  NOT NULL,
    execute_at     NUMBER(19)          NOT NULL,
    url            VARCHAR2(2048 CHAR) NOT NULL,
    timeout_ms     NUMBER(19)          NOT NULL,
    headers        CLOB,
    retry_policy   VARCHAR2(500 CHAR)  NOT NULL,
    correlation_id VARCHAR2(255 CHAR),
    digest         RAW(16)             NOT NULL,
    last_error     VARCHAR2(500 CHAR),
    created_at     NUMBER(19)          NOT NULL,
    updated_at     NUMBER(19)          NOT NULL,
    payload        BLOB                NOT NULL,
    CONSTRAINT timers_by_uuid PRIMARY KEY (shard_key, uuid)
) ${payload_inline};

CREATE UNIQUE INDEX timers_by_position ON timers (shard_key, fire_at, uuid);
CREATE INDEX timers_by_correlation ON timers (correlation_id, fire_at, uuid, shard_key);

CREATE TABLE kept_timers (
    shard_key      NUMBER(19)          NOT NULL,
    fire_at        NUMBER(19)          NOT NULL,
    uuid           RAW(16)             NOT NULL,
    generation     NUMBER(19)          NOT NULL,
    revision       NUMBER(19)          NOT NULL,
    attempts       NUMBER(10)          NOT NULL,
    timer_id       VARCHAR2(510 CHAR)  NOT NULL,
    execute_at     NUMBER(19)          NOT NULL,
    url            VARCHAR2(2048 CHAR) NOT NULL,
    timeout_ms     NUMBER(19)          NOT NULL,
    headers        CLOB,
    retry_policy   VARCHAR2(500 CHAR)  NOT NULL,
    correlation_id VARCHAR2(255 CHAR),
    digest         RAW(16)             NOT NULL,
    last_error     VARCHAR2(500 CHAR),
    created_at     NUMBER(19)          NOT NULL,
    updated_at     NUMBER(19)          NOT NULL,
    payload        BLOB                NOT NULL,
    state          NUMBER(10)          NOT NULL,
    settled_at     NUMBER(19)          NOT NULL,
    keep_until     NUMBER(19)          NOT NULL,
    CONSTRAINT kept_timers_by_uuid PRIMARY KEY (shard_key, uuid)
) ${payload_inline};

CREATE UNIQUE INDEX kept_timers_by_settling ON kept_timers (shard_key, state, settled_at, uuid);
CREATE INDEX kept_timers_by_end ON kept_timers (shard_key, keep_until);

CREATE TABLE pauses (
    group_id VARCHAR2(64 CHAR)   NOT NULL,
    since    NUMBER(19)          NOT NULL,
    reason   VARCHAR2(1000 CHAR),
    CONSTRAINT pauses_key PRIMARY KEY (group_id)
) ${by_key};

CREATE TABLE nodes (
    node_id           VARCHAR2(64 CHAR)   NOT NULL,
    life              NUMBER(19)          NOT NULL,
    address           VARCHAR2(2000 CHAR) NOT NULL,
    group_ids         CLOB,
    weight            NUMBER(10)          NOT NULL,
    placement_version NUMBER(10)          NOT NULL,
    beat              NUMBER(19)          NOT NULL,
    clock             NUMBER(19)          NOT NULL,
    CONSTRAINT nodes_key PRIMARY KEY (node_id)
) ${crowded};
