"""Callbacks: who sent them, and what they say."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol
from urllib.parse import unquote

_PREFIX = "whsec_"


class InvalidCallback(Exception):
    """A request that is no callback of Belfry, or not one of now: answer 400 or 401 and do nothing else."""


@dataclass(frozen=True)
class Callback:
    """A call of a timer. Repeats of one delivery have the same webhook_id."""

    webhook_id: str
    sent_at: datetime
    group_id: str
    timer_id: str
    timer_uuid: str
    execute_at: datetime
    # Counts from 1 for each schedule of the timer.
    attempt: int
    correlation_id: str | None
    payload: Any
    # Of a timer with a schedule: the instant of the run, and its number.
    scheduled_for: datetime | None = None
    run: int | None = None


class Headers(Protocol):
    """A dict, or the headers of http.server and of web frameworks."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class Receiver:
    """Takes callbacks that are signed with one of its keys. Threads may share it."""

    def __init__(
        self,
        *signing_keys: str,
        tolerance: timedelta = timedelta(minutes=5),
        clock: Callable[[], float] = time.time,
    ) -> None:
        """signing_keys: as the server has them (whsec_...); while keys change, the old and the new one.
        tolerance: how far the time of a callback may be from now, so that old ones can not be sent again.
        """
        if not signing_keys:
            raise ValueError("a receiver needs the signing key of the group")
        self._keys = [_key(it) for it in signing_keys]
        self._tolerance = tolerance.total_seconds()
        self._clock = clock

    def receive(self, headers: Headers, body: bytes) -> Callback:
        """The callback in a request.

        body: as it came, before anybody parsed it; empty for GET and DELETE.
        Raises InvalidCallback.
        """
        by_name = {name.lower(): value for name, value in headers.items()}
        webhook_id = _header(by_name, "webhook-id")
        timestamp = _header(by_name, "webhook-timestamp")
        self._require_fresh(timestamp)
        self._require_signed(_header(by_name, "webhook-signature"), f"{webhook_id}.{timestamp}.".encode() + body)
        try:
            said = _from_headers(by_name, body) if "webhook-timer-id" in by_name else json.loads(body)
            return _callback(webhook_id, int(timestamp), said)
        except (AttributeError, KeyError, TypeError, ValueError) as failure:
            raise InvalidCallback(f"it is signed, but can not be read: {failure!r}") from failure

    def _require_fresh(self, timestamp: str) -> None:
        if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 11) or abs(self._clock() - int(timestamp)) > self._tolerance:
            raise InvalidCallback("webhook-timestamp is too far from now")

    def _require_signed(self, signatures: str, signed: bytes) -> None:
        expected = [b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)) for key in self._keys]
        given = [it.encode() for it in signatures.split(" ")]
        if not any([hmac.compare_digest(one, other) for one in expected for other in given]):
            raise InvalidCallback("webhook-signature fits none of the keys")


def _key(text: str) -> bytes:
    try:
        key = base64.b64decode(text.removeprefix(_PREFIX), validate=True)
    except binascii.Error as failure:
        raise ValueError("a signing key is base64, after whsec_") from failure
    if not key:
        raise ValueError("a signing key is empty: anybody could sign")
    return key


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise InvalidCallback(f"{name} is missing")
    return value


def _from_headers(headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    """Of a timer with `body: payload`, or one without a body. The signature does not cover these headers."""
    return {
        "groupId": headers["webhook-group-id"],
        "timerId": unquote(headers["webhook-timer-id"], errors="strict"),
        "timerUuid": headers["webhook-timer-uuid"],
        "executeAt": headers["webhook-execute-at"],
        "attempt": int(headers["webhook-attempt"]),
        "correlationId": headers.get("webhook-correlation-id"),
        "payload": json.loads(body) if body else None,
        "scheduledFor": headers.get("webhook-scheduled-for"),
        "run": headers.get("webhook-run"),
    }


def _callback(webhook_id: str, timestamp: int, said: dict[str, Any]) -> Callback:
    scheduled_for, run = said.get("scheduledFor"), said.get("run")
    return Callback(
        webhook_id,
        datetime.fromtimestamp(timestamp, UTC),
        said["groupId"],
        said["timerId"],
        said["timerUuid"],
        datetime.fromisoformat(said["executeAt"]),
        said["attempt"],
        said["correlationId"],
        said["payload"],
        None if scheduled_for is None else datetime.fromisoformat(scheduled_for),
        None if run is None else int(run),
    )
