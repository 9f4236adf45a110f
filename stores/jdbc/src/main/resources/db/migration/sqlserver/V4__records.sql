-- Small documents by kind and id; the changes of a kind are numbered.

CREATE TABLE record_kinds (
    kind   nvarchar(32) ${binary} NOT NULL,
    latest bigint                 NOT NULL,
    CONSTRAINT record_kinds_key PRIMARY KEY ${clustered} (kind)
);

CREATE TABLE records (
    kind      nvarchar(32) ${binary}  NOT NULL,
    record_id nvarchar(200) ${binary} NOT NULL,
    revision  bigint                  NOT NULL,
    body      nvarchar(max)           NOT NULL,
    CONSTRAINT records_key PRIMARY KEY ${clustered} (kind, record_id)
);

-- A pause is a record: its instant, and its reason after a blank.
INSERT INTO record_kinds (kind, latest) VALUES ('pause', 1);
INSERT INTO records (kind, record_id, revision, body)
SELECT 'pause', group_id, 1, CONCAT(since, ' ' + reason) FROM pauses;
DROP TABLE pauses;
