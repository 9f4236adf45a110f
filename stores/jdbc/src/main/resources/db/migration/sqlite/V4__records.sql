-- Small documents by kind and id; the changes of a kind are numbered.

CREATE TABLE record_kinds (
    kind   TEXT    NOT NULL PRIMARY KEY,
    latest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
    kind      TEXT    NOT NULL,
    record_id TEXT    NOT NULL,
    revision  INTEGER NOT NULL,
    body      TEXT    NOT NULL,
    PRIMARY KEY (kind, record_id)
) STRICT;

-- A pause is a record: its instant, and its reason after a blank.
INSERT INTO record_kinds (kind, latest) VALUES ('pause', 1);
INSERT INTO records (kind, record_id, revision, body)
SELECT 'pause', group_id, 1, since || coalesce(' ' || reason, '') FROM pauses;
DROP TABLE pauses;
