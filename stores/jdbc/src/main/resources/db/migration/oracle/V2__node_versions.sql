-- What each node runs. Nodes of before do not say it.

ALTER TABLE nodes ADD (software VARCHAR2(64 CHAR), protocol NUMBER(10));
