-- Of a timer that runs again and again: its schedule, and where it stands in it.

ALTER TABLE timers ADD COLUMN schedule text;
ALTER TABLE kept_timers ADD COLUMN schedule text;
