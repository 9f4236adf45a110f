-- The table of scripts as Flyway makes it, and last a row of it.

CREATE TABLE flyway_schema_history (
    installed_rank integer       NOT NULL,
    version        varchar(50),
    description    varchar(200)  NOT NULL,
    type           varchar(20)   NOT NULL,
    script         varchar(1000) NOT NULL,
    checksum       integer,
    installed_by   varchar(100)  NOT NULL,
    installed_on   timestamp     NOT NULL DEFAULT now(),
    execution_time integer       NOT NULL,
    success        boolean       NOT NULL,
    CONSTRAINT flyway_schema_history_pk PRIMARY KEY (installed_rank)
);
CREATE INDEX flyway_schema_history_s_idx ON flyway_schema_history (success);

INSERT INTO flyway_schema_history
    (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
VALUES (${version}, '${version}', '${description}', 'SQL', '${script}', ${checksum}, 'belfry', 0, true);
