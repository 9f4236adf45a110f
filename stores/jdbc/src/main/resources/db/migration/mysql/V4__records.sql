-- Small documents by kind and id; the changes of a kind are numbered.

CREATE TABLE record_kinds (
    kind   VARBINARY(32) NOT NULL,
    latest BIGINT        NOT NULL,
    PRIMARY KEY (kind) /*T![clustered_index] CLUSTERED */
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE records (
    kind      VARBINARY(32)  NOT NULL,
    record_id VARBINARY(200) NOT NULL,
    revision  BIGINT         NOT NULL,
    body      MEDIUMTEXT     NOT NULL,
    PRIMARY KEY (kind, record_id) /*T![clustered_index] CLUSTERED */
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- A pause is a record: its instant, and its reason after a blank.
INSERT INTO record_kinds (kind, latest) VALUES ('pause', 1);
INSERT INTO records (kind, record_id, revision, body)
SELECT 'pause', group_id, 1, CONCAT(since, COALESCE(CONCAT(' ', reason), '')) FROM pauses;
DROP TABLE pauses;
