-- Small documents by kind and id; the changes of a kind are numbered.
-- Rows are updated often and stay few: room in each page keeps the updates within it.

CREATE TABLE record_kinds (
    kind   text COLLATE "C" NOT NULL PRIMARY KEY,
    latest bigint           NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE records (
    kind      text COLLATE "C" NOT NULL,
    record_id text COLLATE "C" NOT NULL,
    revision  bigint           NOT NULL,
    body      text             NOT NULL,
    PRIMARY KEY (kind, record_id)
) WITH (fillfactor = 50);

-- A pause is a record: its instant, and its reason after a blank.
INSERT INTO record_kinds (kind, latest) VALUES ('pause', 1);
INSERT INTO records (kind, record_id, revision, body)
SELECT 'pause', group_id, 1, since || coalesce(' ' || reason, '') FROM pauses;
DROP TABLE pauses;
