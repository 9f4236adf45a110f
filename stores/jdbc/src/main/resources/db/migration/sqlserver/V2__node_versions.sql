-- What each node runs. Nodes of before do not say it.

ALTER TABLE nodes ADD software nvarchar(64);
ALTER TABLE nodes ADD protocol int;
