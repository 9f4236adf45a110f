-- The table of scripts as Flyway makes it, and last a row of it.

CREATE TABLE "flyway_schema_history" (
    "installed_rank" INT            NOT NULL,
    "version"        VARCHAR2(50),
    "description"    VARCHAR2(200)  NOT NULL,
    "type"           VARCHAR2(20)   NOT NULL,
    "script"         VARCHAR2(1000) NOT NULL,
    "checksum"       INT,
    "installed_by"   VARCHAR2(100)  NOT NULL,
    "installed_on"   TIMESTAMP      DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "execution_time" INT            NOT NULL,
    "success"        NUMBER(1)      NOT NULL,
    CONSTRAINT "flyway_schema_history_pk" PRIMARY KEY ("installed_rank")
);
CREATE INDEX "flyway_schema_history_s_idx" ON "flyway_schema_history" ("success");

INSERT INTO "flyway_schema_history"
    ("installed_rank", "version", "description", "type", "script", "checksum", "installed_by", "execution_time", "success")
VALUES (${version}, '${version}', '${description}', 'SQL', '${script}', ${checksum}, 'belfry', 0, 1);
