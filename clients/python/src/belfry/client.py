"""The calls of the API."""

import json
import re
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, cast
from urllib.parse import quote, urlencode, urlsplit

from ._sending import Answer, Call, Sender
from .errors import error_of
from .types import (
    BatchResult,
    BulkAction,
    BulkJob,
    Duration,
    Instant,
    NewTimer,
    PauseState,
    ScheduledRun,
    Timer,
    TimerPage,
    TimerPatch,
    TimerReplacement,
)

# Every operation that is called, by its name in the OpenAPI file.
OPERATIONS = {
    "createTimer": ("POST", "/api/v1/groups/{groupId}/timers"),
    "changeTimers": ("POST", "/api/v1/timers/batch"),
    "getTimer": ("GET", "/api/v1/groups/{groupId}/timers/{timerId}"),
    "putTimer": ("PUT", "/api/v1/groups/{groupId}/timers/{timerId}"),
    "patchTimer": ("PATCH", "/api/v1/groups/{groupId}/timers/{timerId}"),
    "deleteTimer": ("DELETE", "/api/v1/groups/{groupId}/timers/{timerId}"),
    "fireTimer": ("POST", "/api/v1/groups/{groupId}/timers/{timerId}/fire"),
    "pauseTimer": ("POST", "/api/v1/groups/{groupId}/timers/{timerId}/pause"),
    "resumeTimer": ("POST", "/api/v1/groups/{groupId}/timers/{timerId}/resume"),
    "previewSchedule": ("GET", "/api/v1/schedule/preview"),
    "listTimers": ("GET", "/api/v1/groups/{groupId}/timers"),
    "listFailed": ("GET", "/api/v1/groups/{groupId}/failed"),
    "redriveTimer": ("POST", "/api/v1/groups/{groupId}/timers/{timerId}/redrive"),
    "startBulkJob": ("POST", "/api/v1/groups/{groupId}/bulk"),
    "listBulkJobs": ("GET", "/api/v1/groups/{groupId}/bulk"),
    "getBulkJob": ("GET", "/api/v1/groups/{groupId}/bulk/{jobId}"),
    "cancelBulkJob": ("DELETE", "/api/v1/groups/{groupId}/bulk/{jobId}"),
    "pauseGroup": ("POST", "/api/v1/groups/{groupId}/pause"),
    "resumeGroup": ("POST", "/api/v1/groups/{groupId}/resume"),
}


@dataclass(frozen=True)
class Stored:
    """A timer that is stored as asked, with its revision for conditional changes."""

    timer: Timer
    etag: str
    # False if an identical one was there, or if a put replaced one.
    is_new: bool = False


class Deletion(Enum):
    """What a delete found."""

    NOT_FOUND = "not found"
    DELETED = "deleted"
    # It is gone, but an attempt had started and may still arrive.
    DELETED_IN_FLIGHT = "true"
    # It is gone; an attempt may have started on a server that was lost just before.
    DELETED_PERHAPS_IN_FLIGHT = "possible"


class BelfryClient:
    """Timers of a Belfry server or cluster. Calls wait for their answer and raise a BelfryError. Threads may share it."""

    def __init__(
        self,
        *servers: str,
        key: str | Callable[[], str] | None = None,
        patience: timedelta = timedelta(seconds=30),
        request_timeout: timedelta = timedelta(seconds=15),
        repeat_unknown: bool = True,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """A client of the servers at these addresses, such as http://localhost:8080.

        key: an API key or token; a function is asked before each request.
        patience: how long a call is tried again in all.
        request_timeout: how long one request waits for its answer.
        repeat_unknown: whether creates and puts are sent again though they may have been carried out.
        """
        if not servers or any(urlsplit(it).scheme not in ("http", "https") for it in servers):
            raise ValueError("a client needs the addresses of servers, such as http://localhost:8080")
        self._sender = Sender(
            tuple(servers),
            (lambda: key) if isinstance(key, str) else key,
            patience.total_seconds(),
            request_timeout.total_seconds(),
            repeat_unknown,
            ssl_context,
        )

    def create(self, timer: NewTimer) -> Stored:
        """Creates a timer; an identical one that is there is as good."""
        return _stored(self._send("createTimer", timer.get("groupId", "default"), body=timer, repeatable=True))

    def put(self, group: str, id: str, timer: TimerReplacement, etag: str | None = None) -> Stored:
        """Creates a timer or replaces what is there; with an etag only a timer that still has this revision."""
        return _stored(self._send("putTimer", group, id, body=timer, etag=etag, repeatable=etag is None))

    def patch(self, group: str, id: str, changes: TimerPatch, etag: str | None = None) -> Stored:
        """Changes some fields of a timer. Never repeated when its outcome is unknown."""
        return _stored(self._send("patchTimer", group, id, body=changes, etag=etag))

    def get(self, group: str, id: str) -> Stored | None:
        """A timer that is scheduled or kept."""
        answer = self._exchange("getTimer", group, id, repeatable=True)
        return None if _is_missing_timer(answer) else _stored(_successful(answer))

    def delete(self, group: str, id: str, etag: str | None = None) -> Deletion:
        """Deletes a timer; afterwards no new callback of it starts. Never repeated when its outcome is unknown."""
        answer = self._exchange("deleteTimer", group, id, etag=etag)
        if _is_missing_timer(answer):
            return Deletion.NOT_FOUND
        return Deletion(_successful(answer).headers.get("belfry-attempt-in-flight", "deleted"))

    def fire(self, group: str, id: str, etag: str | None = None) -> Stored:
        """Fires a timer now. Never repeated when its outcome is unknown."""
        return _stored(self._send("fireTimer", group, id, etag=etag))

    def batch(self, timers: Sequence[NewTimer]) -> Sequence[BatchResult]:
        """Creates up to 1,000 timers, each with an outcome of its own, in order."""
        answer = self._send("changeTimers", body={"timers": list(timers)}, repeatable=True)
        return cast(Sequence[BatchResult], answer.json()["results"])

    def list(
        self,
        group: str,
        limit: int = 100,
        cursor: str | None = None,
        start: Instant | None = None,
        until: Instant | None = None,
        correlation_id: str | None = None,
    ) -> TimerPage:
        """A page of a group's scheduled timers, in the order in which they will fire."""
        query = {"limit": limit, "cursor": cursor, "from": start, "until": until, "correlationId": correlation_id}
        return cast(TimerPage, self._send("listTimers", group, query=query, repeatable=True).json())

    def failed(self, group: str, limit: int = 100, cursor: str | None = None) -> TimerPage:
        """A page of a group's dead letters, the latest first."""
        query = {"limit": limit, "cursor": cursor}
        return cast(TimerPage, self._send("listFailed", group, query=query, repeatable=True).json())

    def redrive(self, group: str, id: str, scheduled_for: Instant | None = None) -> Stored:
        """Schedules a dead letter anew, for now: the timer, or of one with a schedule the run of an instant.

        Never repeated when its outcome is unknown.
        """
        query = {"scheduledFor": scheduled_for}
        return _stored(self._send("redriveTimer", group, id, query=query))

    def start_bulk_job(
        self,
        group: str,
        action: BulkAction,
        by: Duration | None = None,
        dry_run: bool = False,
        start: Instant | None = None,
        until: Instant | None = None,
        correlation_id: str | None = None,
        id_prefix: str | None = None,
        host: str | None = None,
        error: str | None = None,
    ) -> BulkJob:
        """Begins a job in the background. Never repeated when its outcome is unknown: look at the jobs then.

        by: how far to postpone.
        dry_run: changes nothing, counts what it would change, and names some.
        """
        asked = {
            "action": action,
            "by": by,
            "dryRun": dry_run,
            "from": start,
            "until": until,
            "correlationId": correlation_id,
            "idPrefix": id_prefix,
            "host": host,
            "error": error,
        }
        body = {name: value for name, value in asked.items() if value is not None}
        return cast(BulkJob, self._send("startBulkJob", group, body=body).json())

    def bulk_job(self, group: str, job_id: str) -> BulkJob:
        """How far a bulk job is."""
        return cast(BulkJob, self._send("getBulkJob", group, job_id, repeatable=True).json())

    def bulk_jobs(self, group: str) -> Sequence[BulkJob]:
        """The group's bulk jobs, the latest first."""
        return cast(Sequence[BulkJob], self._send("listBulkJobs", group, repeatable=True).json()["jobs"])

    def cancel_bulk_job(self, group: str, job_id: str) -> BulkJob:
        """What it has changed stays changed; a job that is over stays as it is."""
        return cast(BulkJob, self._send("cancelBulkJob", group, job_id, repeatable=True).json())

    def pause_timer(self, group: str, id: str) -> Stored:
        """No run of the timer's schedule starts any more; one that is due goes on."""
        return _stored(self._send("pauseTimer", group, id, repeatable=True))

    def resume_timer(self, group: str, id: str) -> Stored:
        """Missed runs are caught up as the schedule says."""
        return _stored(self._send("resumeTimer", group, id, repeatable=True))

    def preview(self, cron: str, zone: str = "UTC", n: int = 10) -> Sequence[ScheduledRun]:
        """The next runs of a cron expression, without a timer."""
        query = {"cron": cron, "zone": zone, "n": n}
        return cast(Sequence[ScheduledRun], self._send("previewSchedule", query=query, repeatable=True).json()["runs"])

    def pause(self, group: str, reason: str | None = None) -> PauseState:
        """No attempt of the group starts any more; nothing is lost."""
        return cast(PauseState, self._send("pauseGroup", group, body={"reason": reason}, repeatable=True).json())

    def resume(self, group: str) -> PauseState:
        """Timers of the group fire again, those that became due meanwhile at once."""
        return cast(PauseState, self._send("resumeGroup", group, repeatable=True).json())

    def _send(self, operation: str, *names: str, **more: Any) -> Answer:
        return _successful(self._exchange(operation, *names, **more))

    def _exchange(
        self,
        operation: str,
        *names: str,
        body: object = None,
        query: dict[str, Any] | None = None,
        etag: str | None = None,
        repeatable: bool = False,
    ) -> Answer:
        method, template = OPERATIONS[operation]
        left = iter(names)
        path = re.sub(r"\{\w+\}", lambda _: quote(next(left), safe=""), template)
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        content = b"" if body is None else json.dumps(body, default=_text).encode()
        return self._sender.send(Call(method, path + ("?" + urlencode(given) if given else ""), content, etag, repeatable))


def _text(value: object) -> str:
    """Instants and durations as the API has them."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"{value // timedelta(milliseconds=1)}ms"
    if isinstance(value, (str, int)):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def _successful(answer: Answer) -> Answer:
    if not answer.successful:
        raise error_of(answer.problem())
    return answer


def _is_missing_timer(answer: Answer) -> bool:
    return answer.status == 404 and answer.problem()["code"] == "TIMER_NOT_FOUND"


def _stored(answer: Answer) -> Stored:
    return Stored(answer.json(), answer.headers.get("etag", ""), answer.status == 201)
