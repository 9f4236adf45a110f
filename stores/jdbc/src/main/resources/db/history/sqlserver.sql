-- The table of scripts as Flyway makes it, and last a row of it.

CREATE TABLE flyway_schema_history (
    installed_rank int            NOT NULL,
    version        nvarchar(50),
    description    nvarchar(200)  NOT NULL,
    type           nvarchar(20)   NOT NULL,
    script         nvarchar(1000) NOT NULL,
    checksum       int,
    installed_by   nvarchar(100)  NOT NULL,
    installed_on   datetime       NOT NULL DEFAULT CURRENT_TIMESTAMP,
    execution_time int            NOT NULL,
    success        bit            NOT NULL,
    CONSTRAINT flyway_schema_history_pk PRIMARY KEY (installed_rank)
);

INSERT INTO flyway_schema_history
    (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
VALUES (${version}, '${version}', '${description}', 'SQL', '${script}', ${checksum}, 'belfry', 0, 1);
