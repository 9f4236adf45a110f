"""One call, sent again by the rules of the API until it is answered or its time is over."""

import http.client
import json
import random
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .errors import error_of
from .types import Problem

_SHORTEST_PAUSE = 0.02
_LONGEST_PAUSE = 1.0
_CONNECT_TIMEOUT = 2.0

# How much a pause may differ, so that clients do not come back all at once.
_JITTER = 0.25


@dataclass(frozen=True)
class Call:
    """A request as it goes to one server or another."""

    method: str
    path: str
    body: bytes = b""
    if_match: str | None = None
    # Whether it may be sent again though nobody knows whether it was carried out.
    repeatable: bool = False


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def successful(self) -> bool:
        return 200 <= self.status < 300

    @property
    def temporary(self) -> bool:
        return self.status in (408, 429) or self.status >= 500

    @property
    def retry_after(self) -> float | None:
        """What Belfry says. What others on the way say instead, a date or a year, says nothing."""
        text = self.headers.get("retry-after", "")
        return float(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None

    def problem(self) -> Problem:
        """Only Belfry's own 503 knows that nothing was changed; what broke on the way knows nothing."""
        try:
            told: Problem = self.json()
            told["status"], told["code"], told["detail"]
        except (ValueError, KeyError, TypeError):
            return _problem(self.status, f"HTTP_{self.status}", "the answer is no problem document", self.status >= 500)
        if told["status"] == 500 or told["status"] > 503:
            told["outcomeUnknown"] = True
        return told


def _problem(status: int, code: str, detail: str, unknown: bool) -> Problem:
    return {
        "type": "about:blank",
        "title": code,
        "status": status,
        "code": code,
        "detail": detail,
        "outcomeUnknown": unknown,
    }


@dataclass(frozen=True)
class Sender:
    """How calls are sent. Immutable; each call has a connection of its own, so that threads may share it."""

    servers: tuple[str, ...]
    credentials: Callable[[], str] | None
    patience: float
    request_timeout: float
    repeat_unknown: bool
    ssl_context: ssl.SSLContext | None

    def send(self, call: Call) -> Answer:
        """What was answered, which is not one of the answers that ask to come again."""
        until = time.monotonic() + self.patience
        pause = _SHORTEST_PAUSE
        unknown = False
        first = random.randrange(len(self.servers))
        trial = 0
        while True:
            answer = self._exchange(self.servers[(first + trial) % len(self.servers)], call)
            if isinstance(answer, Answer) and not answer.temporary:
                return answer
            problem = answer.problem() if isinstance(answer, Answer) else answer
            unknown = unknown or problem.get("outcomeUnknown", False)
            asked = answer.retry_after if isinstance(answer, Answer) else None
            wait = (pause if asked is None else asked) * random.uniform(1 - _JITTER, 1 + _JITTER)
            if not self._may_repeat(call, problem) or time.monotonic() + wait >= until:
                raise error_of({**problem, "outcomeUnknown": unknown})
            time.sleep(wait)
            pause = min(pause * 2, _LONGEST_PAUSE)
            trial += 1

    def _may_repeat(self, call: Call, problem: Problem) -> bool:
        return not problem.get("outcomeUnknown", False) or (call.repeatable and self.repeat_unknown)

    def _exchange(self, server: str, call: Call) -> Answer | Problem:
        """The answer, or why there is none. A connection that was never made carried nothing."""
        url = urlsplit(server)
        connection = self._connection(url.scheme, url.netloc)
        try:
            try:
                connection.connect()
            except OSError as failure:
                return _problem(0, "NO_ANSWER", f"{server}: {failure}", False)
            connection.sock.settimeout(self.request_timeout)
            try:
                connection.request(call.method, url.path.rstrip("/") + call.path, call.body, self._headers(call))
                response = connection.getresponse()
                headers = {name.lower(): value for name, value in response.getheaders()}
                return Answer(response.status, headers, response.read())
            except (OSError, http.client.HTTPException) as failure:
                return _problem(0, "NO_ANSWER", f"{server}: {failure!r}", True)
        finally:
            connection.close()

    def _connection(self, scheme: str, host: str) -> http.client.HTTPConnection:
        timeout = min(_CONNECT_TIMEOUT, self.request_timeout)
        if scheme == "https":
            return http.client.HTTPSConnection(host, timeout=timeout, context=self.ssl_context)
        return http.client.HTTPConnection(host, timeout=timeout)

    def _headers(self, call: Call) -> dict[str, str]:
        headers = {"Accept": "application/json, application/problem+json"}
        if call.body:
            headers["Content-Type"] = "application/json"
        if self.credentials is not None:
            headers["Authorization"] = "Bearer " + self.credentials().strip()
        if call.if_match is not None:
            headers["If-Match"] = call.if_match
        return headers
