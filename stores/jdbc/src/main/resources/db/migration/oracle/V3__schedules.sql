-- Of a timer that runs again and again: its schedule, and where it stands in it.

ALTER TABLE timers ADD (schedule VARCHAR2(1000 CHAR));
ALTER TABLE kept_timers ADD (schedule VARCHAR2(1000 CHAR));
