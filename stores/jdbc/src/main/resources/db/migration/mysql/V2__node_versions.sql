-- What each node runs. Nodes of before do not say it.

ALTER TABLE nodes ADD COLUMN software VARCHAR(64), ADD COLUMN protocol INT;
