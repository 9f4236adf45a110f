-- What each node runs. Nodes of before do not say it.

ALTER TABLE nodes ADD COLUMN software TEXT;
ALTER TABLE nodes ADD COLUMN protocol INTEGER;
