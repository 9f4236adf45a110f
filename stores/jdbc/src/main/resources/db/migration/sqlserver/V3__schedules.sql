-- Of a timer that runs again and again: its schedule, and where it stands in it.

ALTER TABLE timers ADD schedule nvarchar(1000);
ALTER TABLE kept_timers ADD schedule nvarchar(1000);
