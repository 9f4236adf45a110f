-- Small documents by kind and id; the changes of a kind are numbered.

CREATE TABLE record_kinds (
    kind   VARCHAR2(32 CHAR) NOT NULL,
    latest NUMBER(19)        NOT NULL,
    CONSTRAINT record_kinds_key PRIMARY KEY (kind)
) ${crowded};

CREATE TABLE records (
    kind      VARCHAR2(32 CHAR)  NOT NULL,
    record_id VARCHAR2(200 CHAR) NOT NULL,
    revision  NUMBER(19)         NOT NULL,
    body      CLOB               NOT NULL,
    CONSTRAINT records_key PRIMARY KEY (kind, record_id)
) ${crowded};

-- A pause is a record: its instant, and its reason after a blank.
INSERT INTO record_kinds (kind, latest) VALUES ('pause', 1);
INSERT INTO records (kind, record_id, revision, body)
SELECT 'pause', group_id, 1, since || NVL2(reason, ' ' || reason, '') FROM pauses;
DROP TABLE pauses;
