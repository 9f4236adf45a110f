"""What requests and answers are made of, under the names of the API's schemas.

An instant may be given as a datetime with a time zone, a duration as a timedelta; answers have texts.
"""

from datetime import datetime, timedelta
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Instant: TypeAlias = str | datetime
Duration: TypeAlias = str | timedelta
Method: TypeAlias = Literal["POST", "PUT", "PATCH", "GET", "DELETE"]
Body: TypeAlias = Literal["envelope", "payload"]
BulkAction: TypeAlias = Literal["delete", "fire", "postpone", "redrive"]


class RetryFields(TypedDict, total=False):
    """How often and how long to try again; what is left out is the group's."""

    maxAttempts: int
    maxDuration: Duration
    initialInterval: Duration
    backoffMultiplier: float
    maxInterval: Duration
    success: Literal["2xx", "strict"]
    permanentStatuses: list[int]


class RetryPolicy(TypedDict):
    """Which callbacks have failed, and how often and how long those are tried again."""

    maxAttempts: int
    maxDuration: str
    initialInterval: str
    backoffMultiplier: float
    maxInterval: str
    success: Literal["2xx", "strict"]
    permanentStatuses: list[int]


class Schedule(TypedDict, total=False):
    """When a timer runs again and again, either by cron or by every."""

    cron: str
    zone: str
    every: Duration
    anchor: Instant
    startAt: Instant
    endAt: Instant
    count: int
    catchUp: Literal["none", "latest", "all"]
    jitter: Duration
    onFailure: Literal["continue", "pause"]


class TimerPatch(TypedDict, total=False):
    """Fields to change; those not named stay as they are, and None means the default."""

    executeAt: Instant
    delay: Duration
    callbackUrl: str
    payload: Any
    callbackTimeout: Duration | None
    retryPolicy: RetryFields | None
    correlationId: str | None
    headers: dict[str, str] | None
    credential: str | None
    method: Method | None
    body: Body | None
    onFailed: str | None
    schedule: Schedule


class TimerReplacement(TypedDict):
    """A timer to put; its names are given apart."""

    callbackUrl: str
    executeAt: NotRequired[Instant]
    delay: NotRequired[Duration]
    payload: NotRequired[Any]
    callbackTimeout: NotRequired[Duration]
    retryPolicy: NotRequired[RetryFields]
    correlationId: NotRequired[str]
    headers: NotRequired[dict[str, str]]
    credential: NotRequired[str]
    onFailed: NotRequired[str]
    method: NotRequired[Method]
    body: NotRequired[Body]
    schedule: NotRequired[Schedule]


class NewTimer(TypedDict):
    """A timer to create: at an instant (executeAt), some time from now (delay), or by a schedule."""

    timerId: str
    callbackUrl: str
    groupId: NotRequired[str]
    executeAt: NotRequired[Instant]
    delay: NotRequired[Duration]
    payload: NotRequired[Any]
    callbackTimeout: NotRequired[Duration]
    retryPolicy: NotRequired[RetryFields]
    correlationId: NotRequired[str]
    headers: NotRequired[dict[str, str]]
    credential: NotRequired[str]
    onFailed: NotRequired[str]
    method: NotRequired[Method]
    body: NotRequired[Body]
    schedule: NotRequired[Schedule]


class FailedRun(TypedDict):
    """A run of a schedule that failed for good and is kept."""

    scheduledFor: str


class PastAttempt(TypedDict):
    """One attempt of a timer, and what came of it; without a status there was no answer."""

    startedAt: str
    node: str
    durationMillis: int
    status: NotRequired[int]
    error: NotRequired[str]


class Timer(TypedDict):
    """A timer as the server showed it."""

    groupId: str
    timerId: str
    timerUuid: str
    executeAt: str
    callbackUrl: str
    callbackTimeout: str
    method: Method
    body: Body
    retryPolicy: RetryPolicy
    createdAt: str
    updatedAt: str
    attempts: int
    state: Literal["SCHEDULED", "REACHED", "FAILED", "CANCELLED"]
    payload: NotRequired[Any]
    headers: NotRequired[dict[str, str]]
    credential: NotRequired[str]
    onFailed: NotRequired[str]
    correlationId: NotRequired[str]
    lastError: NotRequired[str]
    nextAttemptAt: NotRequired[str]
    reachedAt: NotRequired[str]
    failedAt: NotRequired[str]
    cancelledAt: NotRequired[str]
    lastAttempts: NotRequired[list[PastAttempt]]
    keptUntil: NotRequired[str]
    schedule: NotRequired[Schedule]
    scheduledFor: NotRequired[str]
    run: NotRequired[int]
    skippedRuns: NotRequired[int]
    paused: NotRequired[bool]
    failedRuns: NotRequired[list[FailedRun]]
    redrivenRun: NotRequired[str]


class TimerPage(TypedDict):
    """Some timers of a list; nextCursor says where it goes on, and is missing at its end."""

    timers: list[Timer]
    nextCursor: NotRequired[str]


class FieldError(TypedDict):
    """One thing that is wrong with what was sent."""

    field: str
    detail: str


class Problem(TypedDict):
    """A refusal, as the server explains it."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    field: NotRequired[str]
    errors: NotRequired[list[FieldError]]
    timer: NotRequired[Timer]
    outcomeUnknown: NotRequired[bool]


class BatchResult(TypedDict):
    """What became of one timer of a batch: the timer if the status is 200 or 201, else a problem."""

    status: int
    timer: NotRequired[Timer]
    problem: NotRequired[Problem]


class BulkJob(TypedDict):
    """A bulk job and how far it has come; sample is of a dry run, reason of a job that failed as a whole."""

    jobId: str
    groupId: str
    action: BulkAction
    dryRun: bool
    filter: dict[str, str]
    status: Literal["RUNNING", "DONE", "CANCELLED", "FAILED"]
    createdAt: str
    matched: int
    done: int
    skipped: int
    failed: int
    by: NotRequired[str]
    reason: NotRequired[str]
    failures: NotRequired[list[str]]
    sample: NotRequired[list[str]]


class PauseState(TypedDict):
    """Whether a group is paused, and which shards have not heard of it yet."""

    groupId: str
    paused: bool
    unconfirmedShards: list[int]
    pausedSince: NotRequired[str]
    pauseReason: NotRequired[str]


class ScheduledRun(TypedDict):
    """A run that a schedule would have, also in its own time zone."""

    scheduledFor: str
    local: str


class CallbackAnswer(TypedDict, total=False):
    """What a receiver may say in the body of a 2xx."""

    ok: bool
    nextExecuteAt: str
    payload: Any
