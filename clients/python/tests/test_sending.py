import json
import socket
import threading
import unittest
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from belfry import (
    BelfryClient,
    Conflict,
    Denied,
    NewTimer,
    NotFound,
    OutcomeUnknown,
    PreconditionFailed,
    Refused,
    Unavailable,
)

TIMER: NewTimer = {"timerId": "a", "delay": timedelta(seconds=5), "callbackUrl": "http://localhost:9000/"}

Call = Callable[[BelfryClient], object]

# A status with a body, or no answer at all.
Answer = tuple[int, Any] | None


def problem(status: int, code: str, **more: Any) -> Answer:
    return status, {"type": "about:blank", "title": code, "status": status, "code": code, "detail": "no", **more}


class Scripted(HTTPServer):
    """A server that gives these answers one after the other, the last one again and again."""

    def __init__(self, *answers: Answer) -> None:
        self.requests: list[tuple[str, str, Any, dict[str, str]]] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                owner.requests.append(
                    (self.command, self.path, json.loads(body) if body else None, dict(self.headers.items()))
                )
                given = answers[min(len(owner.requests), len(answers)) - 1]
                if given is None:
                    self.close_connection = True
                    return
                status, content = given
                self.send_response(status)
                self.send_header("ETag", '"1"')
                self.end_headers()
                if status != 204:
                    self.wfile.write(json.dumps(content).encode())

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


def silent() -> str:
    """The address of nobody."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


NOT_NOW = problem(503, "SHARD_UNAVAILABLE", outcomeUnknown=False)
PERHAPS = problem(503, "STORE_UNAVAILABLE", outcomeUnknown=True)
OTHERS_502: Answer = (502, "bad gateway")
OK: Answer = (201, {"timerId": "a"})


class SendingTest(unittest.TestCase):
    def requests_of(self, answers: list[Answer], call: Call, **settings: Any) -> int:
        with Scripted(*answers) as server:
            call(BelfryClient(server.url, **settings))
            return len(server.requests)

    def test_what_was_not_applied_is_sent_again(self) -> None:
        for call in (
            lambda it: it.create(TIMER),
            lambda it: it.patch("default", "a", {"payload": 1}),
            lambda it: it.delete("default", "a"),
        ):
            self.assertEqual(3, self.requests_of([NOT_NOW, NOT_NOW, OK], call))

    def test_what_may_have_been_applied_is_sent_again_if_a_repeat_does_no_harm(self) -> None:
        for trouble in (PERHAPS, OTHERS_502, problem(500, "INTERNAL_ERROR"), None):
            with self.subTest(trouble):
                self.assertEqual(2, self.requests_of([trouble, OK], lambda it: it.create(TIMER)))
                self.assertEqual(2, self.requests_of([trouble, OK], lambda it: it.put("default", "a", {"callbackUrl": "http://x/"})))
                self.assertEqual(2, self.requests_of([trouble, OK], lambda it: it.get("default", "a")))

    def test_other_changes_that_may_have_been_applied_are_not(self) -> None:
        calls: tuple[Call, ...] = (
            lambda it: it.patch("default", "a", {"payload": 1}),
            lambda it: it.delete("default", "a"),
            lambda it: it.fire("default", "a"),
            lambda it: it.redrive("default", "a"),
            lambda it: it.put("default", "a", {"callbackUrl": "http://x/"}, etag='"1"'),
        )
        for call in calls:
            for trouble in (PERHAPS, OTHERS_502, None):
                with self.subTest(trouble), Scripted(trouble, OK) as server:
                    with self.assertRaises(OutcomeUnknown):
                        call(BelfryClient(server.url))
                    self.assertEqual(1, len(server.requests))

    def test_creates_of_unknown_outcome_can_be_left_to_the_caller(self) -> None:
        with Scripted(PERHAPS, OK) as server:
            with self.assertRaises(OutcomeUnknown):
                BelfryClient(server.url, repeat_unknown=False).create(TIMER)
            self.assertEqual(1, len(server.requests))

    def test_patience_ends_and_an_unknown_outcome_stays_unknown(self) -> None:
        short = timedelta(milliseconds=100)
        with Scripted(NOT_NOW) as server, self.assertRaises(Unavailable):
            BelfryClient(server.url, patience=short).create(TIMER)
        with Scripted(PERHAPS, NOT_NOW) as server, self.assertRaises(OutcomeUnknown):
            BelfryClient(server.url, patience=short).create(TIMER)
        with self.assertRaises(Unavailable) as nobody:
            BelfryClient(silent(), patience=short).patch("default", "a", {"payload": 1})
        self.assertEqual("NO_ANSWER", nobody.exception.code)

    def test_another_server_is_asked_when_one_can_not_be_reached(self) -> None:
        with Scripted(OK) as server:
            for _ in range(5):
                BelfryClient(silent(), server.url).fire("default", "a")
            self.assertEqual(5, len(server.requests))

    def test_refusals_say_what_to_do_next(self) -> None:
        cases = {
            400: Refused,
            401: Denied,
            403: Denied,
            409: Conflict,
            412: PreconditionFailed,
            422: Refused,
        }
        for status, expected in cases.items():
            with self.subTest(status), Scripted(problem(status, "X", field="delay", timer={"timerId": "a"})) as server:
                with self.assertRaises(expected) as refused:
                    BelfryClient(server.url).create(TIMER)
                self.assertEqual("delay", refused.exception.field)
                self.assertEqual({"timerId": "a"}, refused.exception.existing)
                self.assertEqual(1, len(server.requests))

    def test_a_missing_timer_is_none_and_a_missing_group_an_error(self) -> None:
        with Scripted(problem(404, "TIMER_NOT_FOUND")) as server:
            self.assertIsNone(BelfryClient(server.url).get("default", "a"))
        with Scripted(problem(404, "GROUP_NOT_FOUND")) as server, self.assertRaises(NotFound):
            BelfryClient(server.url).get("default", "a")

    def test_what_is_sent(self) -> None:
        keys = iter(("one", "two"))
        with Scripted(OK) as server:
            client = BelfryClient(server.url + "/belfry/", key=lambda: next(keys))
            client.create({**TIMER, "groupId": "g"})
            client.patch("g", "ä/1", {"executeAt": datetime(2030, 1, 1, tzinfo=UTC)}, etag='"7"')
            first, second = server.requests
            self.assertEqual(("POST", "/belfry/api/v1/groups/g/timers"), first[:2])
            self.assertEqual("5000ms", first[2]["delay"])
            self.assertEqual("Bearer one", first[3]["Authorization"])
            self.assertTrue(second[1].endswith("/%C3%A4%2F1"))
            self.assertEqual("2030-01-01T00:00:00+00:00", second[2]["executeAt"])
            self.assertEqual(("Bearer two", '"7"'), (second[3]["Authorization"], second[3]["If-Match"]))

    def test_an_instant_needs_a_time_zone(self) -> None:
        with self.assertRaises(ValueError):
            BelfryClient("http://localhost").create({**TIMER, "executeAt": datetime(2030, 1, 1)})
        with self.assertRaises(ValueError):
            BelfryClient("localhost:8080")
