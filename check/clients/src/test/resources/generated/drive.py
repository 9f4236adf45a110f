"""Makes the calls in which something could be lost with the generated Python client, and prints their names."""
import sys
from datetime import datetime, timedelta, timezone

import generated

FAR = datetime(2030, 1, 31, 9, tzinfo=timezone.utc)
LATER = FAR + timedelta(hours=1)
GROUP, ID = "default", "py/ü 1"

client = generated.ApiClient(generated.Configuration(host=sys.argv[1]))
timers, groups, operations = generated.TimersApi(client), generated.GroupsApi(client), generated.OperationsApi(client)


def right(operation, expected, found):
    assert expected == found, f"{operation}: expected {expected}, not {found}"
    print(operation)


asked = generated.NewTimer(timerId=ID, executeAt=FAR, callbackUrl="http://a.example/", payload={"n": [1, "two"]}, method="PUT", body="payload", correlationId="order-9", retryPolicy=generated.RetryFields(maxAttempts=7))
created = timers.create_timer(GROUP, asked)
right("createTimer", {"n": [1, "two"]}, created.payload)
right("getTimer", created, timers.get_timer(GROUP, ID))
patched = timers.patch_timer(GROUP, ID, generated.TimerPatch(executeAt=LATER))
for name in ("payload", "method", "body", "correlation_id", "retry_policy", "callback_url", "callback_timeout"):
    right("patchTimer", getattr(created, name), getattr(patched, name))
right("patchTimer", LATER, patched.execute_at)
right("patchTimer", None, timers.patch_timer(GROUP, ID, generated.TimerPatch(payload=None)).payload)
batch = generated.TimerBatch(timers=[
    generated.BatchChange(timerId="py-create", executeAt=FAR, callbackUrl="http://a.example/", payload="kept"),
    generated.BatchChange(op="delete", timerId="py-absent"),
])
results = timers.change_timers(batch).results
right("changeTimers", [201, 404], [it.status for it in results])
right("changeTimers", "TIMER_NOT_FOUND", results[1].problem.code.value)
results = timers.change_timers(generated.TimerBatch(timers=[generated.BatchChange(op="patch", timerId="py-create", executeAt=LATER)])).results
right("changeTimers", "kept", results[0].timer.payload)
right("listTimers", [ID], [it.timer_id for it in groups.list_timers(GROUP, correlation_id="order-9", payload=False).timers])
right("deleteTimer", None, timers.delete_timer(GROUP, ID))
right("resumeGroup", False, groups.resume_group(GROUP).paused)
right("ready", "UP", operations.ready().status.value)
