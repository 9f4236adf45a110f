-- For MySQL, MariaDB and TiDB, whose own words are in comments that the others do not read.
-- Instants are epoch milliseconds; uuids and digests are 16 bytes, compared unsigned.
-- A shard's key is the first of its group plus its index; every row of a timer starts with it.
-- Names are bytes, because collations of text do not see blanks at the end.

CREATE TABLE timer_groups (
    group_id        VARBINARY(64) NOT NULL,
    first_shard_key BIGINT        NOT NULL,
    shard_count     INT           NOT NULL,
    PRIMARY KEY (group_id) /*T![clustered_index] CLUSTERED */,
    UNIQUE KEY timer_groups_by_first_shard (first_shard_key)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Whoever creates a group locks its one row first.
CREATE TABLE group_creation (
    id BIGINT NOT NULL,
    PRIMARY KEY (id) /*T![clustered_index] CLUSTERED */
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

INSERT INTO group_creation (id) VALUES (1);

CREATE TABLE shards (
    shard_key   BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    token       BIGINT NOT NULL,
    owner_node  VARBINARY(64),
    owner_life  BIGINT,
    mark        BIGINT NOT NULL,
    handed_over MEDIUMTEXT,
    PRIMARY KEY (shard_key) /*T![clustered_index] CLUSTERED */
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- With partitions, a shard is in one of them.
-- Rows lie in the order in which they fire: a page is read from end to end.
CREATE TABLE timers (
    shard_key      BIGINT          NOT NULL,
    fire_at        BIGINT          NOT NULL,
    uuid           BINARY(16)      NOT NULL,
    generation     BIGINT          NOT NULL,
    revision       BIGINT          NOT NULL,
    attempts       INT             NOT NULL,
    timer_id       VARBINARY(1020) NOT NULL,
    execute_at     BIGINT          NOT NULL,
    url            TEXT            NOT NULL,
    timeout_ms     BIGINT          NOT NULL,
    headers        TEXT,
    retry_policy   TEXT            NOT NULL,
    correlation_id VARBINARY(1020),
    digest         BINARY(16)      NOT NULL,
    last_error     TEXT,
    created_at     BIGINT          NOT NULL,
    updated_at     BIGINT          NOT NULL,
    payload        LONGBLOB        NOT NULL,
    PRIMARY KEY (shard_key, fire_at, uuid) /*T![clustered_index] CLUSTERED */,
    UNIQUE KEY timers_by_uuid (shard_key, uuid),
    KEY timers_by_correlation (correlation_id, fire_at, uuid, shard_key)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
${partitions};

CREATE TABLE kept_timers (
    shard_key      BIGINT          NOT NULL,
    fire_at        BIGINT          NOT NULL,
    uuid           BINARY(16)      NOT NULL,
    generation     BIGINT          NOT NULL,
    revision       BIGINT          NOT NULL,
    attempts       INT             NOT NULL,
    timer_id       VARBINARY(1020) NOT NULL,
    execute_at     BIGINT          NOT NULL,
    url            TEXT            NOT NULL,
    timeout_ms     BIGINT          NOT NULL,
    headers        TEXT,
    retry_policy   TEXT            NOT NULL,
    correlation_id VARBINARY(1020),
    digest         BINARY(16)      NOT NULL,
    last_error     TEXT,
    created_at     BIGINT          NOT NULL,
    updated_at     BIGINT          NOT NULL,
    payload        LONGBLOB        NOT NULL,
    state          SMALLINT        NOT NULL,
    settled_at     BIGINT          NOT NULL,
    keep_until     BIGINT          NOT NULL,
    PRIMARY KEY (shard_key, state, settled_at, uuid) /*T![clustered_index] CLUSTERED */,
    UNIQUE KEY kept_timers_by_uuid (shard_key, uuid),
    KEY kept_timers_by_end (shard_key, keep_until)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
${partitions};

CREATE TABLE pauses (
    group_id VARBINARY(64) NOT NULL,
    since    BIGINT        NOT NULL,
    reason   TEXT,
    PRIMARY KEY (group_id) /*T![clustered_index] CLUSTERED */
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE nodes (
    node_id           VARBINARY(64) NOT NULL,
    life              BIGINT        NOT NULL,
    address           TEXT          NOT NULL,
    group_ids         MEDIUMTEXT,
    weight            INT           NOT NULL,
    placement_version INT           NOT NULL,
    beat              BIGINT        NOT NULL,
    clock             BIGINT        NOT NULL,
    PRIMARY KEY (node_id) /*T![clustered_index] CLUSTERED */
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
