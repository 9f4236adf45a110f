"""Against a real server: BELFRY_URL names it, BELFRY_SIGNING_KEY is the key that it signs with."""

import os
import queue
import threading
import time
import unittest
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from belfry import BelfryClient, BulkJob, Callback, Conflict, Deletion, InvalidCallback, PreconditionFailed, Receiver, Refused

FAR = datetime.now(UTC).replace(microsecond=0) + timedelta(days=365)


class Callbacks(HTTPServer):
    """Callbacks whose signature fits, in the order in which they came."""

    def __init__(self) -> None:
        receiver = Receiver(os.environ["BELFRY_SIGNING_KEY"])
        self.received: queue.Queue[Callback | InvalidCallback] = queue.Queue()
        received = self.received

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                try:
                    received.put(receiver.receive(self.headers, body))
                    self.send_response(204)
                except InvalidCallback as invalid:
                    received.put(invalid)
                    self.send_response(400)
                self.end_headers()

            do_PUT = do_GET = do_POST

            def log_message(self, format: str, *args: Any) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def next(self) -> Callback:
        got = self.received.get(timeout=100)
        assert isinstance(got, Callback), got
        return got


class ServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.belfry = BelfryClient(os.environ["BELFRY_URL"])
        cls.callbacks = Callbacks()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.callbacks.shutdown()
        cls.callbacks.server_close()

    belfry: BelfryClient
    callbacks: Callbacks

    def test_a_timer_calls_back_with_a_signature_that_fits(self) -> None:
        stored = self.belfry.create(
            {
                "timerId": "python-ä",
                "delay": timedelta(milliseconds=1),
                "callbackUrl": self.callbacks.url,
                "payload": {"order": 42},
                "correlationId": "c",
            }
        )
        self.assertTrue(stored.is_new)
        callback = self.callbacks.next()
        self.assertEqual("python-ä", callback.timer_id)
        self.assertEqual({"order": 42}, callback.payload)
        self.assertEqual("c", callback.correlation_id)

    def test_callbacks_of_every_form_are_read(self) -> None:
        for id, more in {"p1": {"body": "payload", "method": "PUT"}, "p2": {"method": "GET"}}.items():
            self.belfry.create(
                {"timerId": id, "delay": "1ms", "callbackUrl": self.callbacks.url, "payload": [1], **more}  # type: ignore[typeddict-item]
            )
            callback = self.callbacks.next()
            self.assertEqual((id, [1] if id == "p1" else None), (callback.timer_id, callback.payload))

    def test_the_life_of_a_timer(self) -> None:
        url = self.callbacks.url
        timer = self.belfry.create({"timerId": "life", "executeAt": FAR, "callbackUrl": url})
        self.assertFalse(self.belfry.create({"timerId": "life", "executeAt": FAR, "callbackUrl": url}).is_new)
        with self.assertRaises(Conflict) as conflict:
            self.belfry.create({"timerId": "life", "executeAt": FAR, "callbackUrl": url, "payload": 1})
        assert conflict.exception.existing is not None
        self.assertEqual("life", conflict.exception.existing["timerId"])
        changed = self.belfry.patch("default", "life", {"payload": {"a": 1}}, etag=timer.etag)
        self.assertEqual({"a": 1}, changed.timer["payload"])
        with self.assertRaises(PreconditionFailed):
            self.belfry.put("default", "life", {"executeAt": FAR, "callbackUrl": url}, etag=timer.etag)
        put = self.belfry.put(
            "default", "life", {"executeAt": FAR, "callbackUrl": url, "payload": 2}, etag=changed.etag
        )
        got = self.belfry.get("default", "life")
        assert got is not None
        self.assertEqual((put.etag, 2), (got.etag, got.timer["payload"]))
        self.belfry.fire("default", "life")
        self.assertEqual("life", self.callbacks.next().timer_id)

    def test_a_deleted_timer_is_gone(self) -> None:
        self.belfry.create({"timerId": "gone", "executeAt": FAR, "callbackUrl": self.callbacks.url})
        self.assertEqual(Deletion.DELETED, self.belfry.delete("default", "gone"))
        self.assertEqual(Deletion.NOT_FOUND, self.belfry.delete("default", "gone"))
        self.assertIsNone(self.belfry.get("default", "gone"))

    def test_a_batch_has_an_outcome_for_each_and_a_list_has_pages(self) -> None:
        url = self.callbacks.url
        results = self.belfry.batch(
            [
                {"timerId": "b1", "executeAt": FAR, "callbackUrl": url, "correlationId": "python-batch"},
                {"timerId": "b2", "executeAt": "never", "callbackUrl": url},
                {"timerId": "b3", "executeAt": FAR, "callbackUrl": url, "correlationId": "python-batch"},
            ]
        )
        self.assertEqual([201, 400, 201], [it["status"] for it in results])
        self.assertEqual("executeAt", results[1]["problem"]["field"])
        page = self.belfry.list("default", limit=1, correlation_id="python-batch", start=FAR)
        rest = self.belfry.list("default", limit=1, correlation_id="python-batch", start=FAR, cursor=page["nextCursor"])
        self.assertEqual({"b1", "b3"}, {it["timerId"] for it in page["timers"] + rest["timers"]})

    def test_schedules_are_paused_and_resumed(self) -> None:
        self.belfry.create(
            {
                "timerId": "nightly",
                "schedule": {"cron": "0 3 * * *", "zone": "Europe/Berlin", "startAt": FAR, "jitter": timedelta(minutes=5)},
                "callbackUrl": self.callbacks.url,
            }
        )
        self.assertTrue(self.belfry.pause_timer("default", "nightly").timer["paused"])
        self.assertFalse(self.belfry.resume_timer("default", "nightly").timer.get("paused", False))
        self.assertEqual(3, len(self.belfry.preview("0 3 * * *", "Europe/Berlin", 3)))

    def test_dead_letters_are_listed_and_redriven(self) -> None:
        self.belfry.create(
            {"timerId": "dead", "delay": "1ms", "callbackUrl": "http://127.0.0.1:1/", "retryPolicy": {"maxAttempts": 1}}
        )
        deadline = datetime.now(UTC) + timedelta(seconds=100)
        while not any(it["timerId"] == "dead" for it in self.belfry.failed("default")["timers"]):
            self.assertLess(datetime.now(UTC), deadline)
            time.sleep(0.02)
        self.assertEqual("SCHEDULED", self.belfry.redrive("default", "dead").timer["state"])

    def test_a_run_that_failed_is_redriven(self) -> None:
        self.belfry.create(
            {
                "timerId": "flaky",
                "schedule": {"every": "1s", "onFailure": "pause"},
                "callbackUrl": "http://127.0.0.1:1/",
                "retryPolicy": {"maxAttempts": 1},
            }
        )
        deadline = datetime.now(UTC) + timedelta(seconds=100)
        runs: list[str] = []
        while not runs:
            self.assertLess(datetime.now(UTC), deadline)
            time.sleep(0.02)
            found = self.belfry.get("default", "flaky")
            runs = [it["scheduledFor"] for it in found.timer.get("failedRuns", [])] if found else []
        self.assertEqual(runs[0], self.belfry.redrive("default", "flaky", runs[0]).timer.get("scheduledFor"))

    def test_a_bulk_job_is_counted_done_and_listed(self) -> None:
        self.belfry.create({"timerId": "python-bulk", "delay": "1h", "callbackUrl": "http://127.0.0.1:1/"})
        counted = self.over(self.belfry.start_bulk_job("default", "delete", id_prefix="python-bulk", dry_run=True))
        self.assertEqual((1, ["python-bulk"]), (counted["matched"], counted["sample"]))
        done = self.over(
            self.belfry.start_bulk_job("default", "postpone", by=timedelta(hours=1), id_prefix="python-bulk")
        )
        self.assertEqual(("DONE", 1), (done["status"], done["done"]))
        self.assertIn(done["jobId"], [it["jobId"] for it in self.belfry.bulk_jobs("default")])
        self.assertEqual("DONE", self.belfry.cancel_bulk_job("default", done["jobId"])["status"])

    def over(self, job: BulkJob) -> BulkJob:
        deadline = datetime.now(UTC) + timedelta(seconds=100)
        while job["status"] == "RUNNING":
            self.assertLess(datetime.now(UTC), deadline)
            time.sleep(0.02)
            job = self.belfry.bulk_job("default", job["jobId"])
        return job

    def test_a_group_is_paused_and_resumed(self) -> None:
        paused = self.belfry.pause("python", "maintenance")
        self.assertEqual((True, "maintenance"), (paused["paused"], paused["pauseReason"]))
        self.assertFalse(self.belfry.resume("python")["paused"])

    def test_a_refusal_names_the_field(self) -> None:
        with self.assertRaises(Refused) as refused:
            self.belfry.create({"timerId": "x", "delay": "soon", "callbackUrl": self.callbacks.url})
        self.assertEqual(("INVALID_INPUT", "delay", 400), (refused.exception.code, refused.exception.field, refused.exception.status))
