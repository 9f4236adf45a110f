import base64
import hashlib
import hmac
import unittest
from datetime import UTC, datetime, timedelta

from belfry import InvalidCallback, Receiver

KEY = "whsec_" + base64.b64encode(b"k" * 32).decode()
OTHER = "whsec_" + base64.b64encode(b"o" * 32).decode()
NOW = 1_900_000_000
BODY = (
    b'{"groupId":"default","timerId":"order-7","timerUuid":"0b6e","executeAt":"2030-03-17T17:46:40Z",'
    b'"attempt":2,"correlationId":null,"payload":{"order":7}}'
)


def signature(key: str, body: bytes, timestamp: int = NOW) -> str:
    secret = base64.b64decode(key.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(secret, f"msg.{timestamp}.".encode() + body, hashlib.sha256)).decode()


def headers(signed: str, timestamp: int = NOW) -> dict[str, str]:
    return {"Webhook-Id": "msg", "Webhook-Timestamp": str(timestamp), "Webhook-Signature": signed}


class ReceiverTest(unittest.TestCase):
    receiver = Receiver(KEY, clock=lambda: NOW)

    def test_a_signed_callback_is_read(self) -> None:
        callback = self.receiver.receive(headers(signature(KEY, BODY)), BODY)
        self.assertEqual("order-7", callback.timer_id)
        self.assertEqual(2, callback.attempt)
        self.assertEqual({"order": 7}, callback.payload)
        self.assertEqual("msg", callback.webhook_id)
        self.assertEqual(datetime(2030, 3, 17, 17, 46, 40, tzinfo=UTC), callback.execute_at)
        self.assertIsNone(callback.correlation_id)

    def test_while_keys_change_one_that_fits_is_enough(self) -> None:
        both = signature(OTHER, BODY) + " " + signature(KEY, BODY)
        self.receiver.receive(headers(both), BODY)
        Receiver(OTHER, KEY, clock=lambda: NOW).receive(headers(signature(KEY, BODY)), BODY)

    def test_what_was_not_signed_is_refused(self) -> None:
        good = headers(signature(KEY, BODY))
        cases = {
            "another body": (good, BODY + b" "),
            "another key": (headers(signature(OTHER, BODY)), BODY),
            "another id": ({**good, "Webhook-Id": "other"}, BODY),
            "another version": (headers(signature(KEY, BODY).replace("v1,", "v2,")), BODY),
            "no signature": ({**good, "Webhook-Signature": ""}, BODY),
            "not ASCII": ({**good, "Webhook-Signature": "v1,\u00e4"}, BODY),
        }
        for name, (given, body) in cases.items():
            with self.subTest(name), self.assertRaises(InvalidCallback):
                self.receiver.receive(given, body)

    def test_a_callback_of_another_time_is_refused(self) -> None:
        for seconds in (-301, 301):
            then = NOW + seconds
            with self.subTest(seconds), self.assertRaisesRegex(InvalidCallback, "far from now"):
                self.receiver.receive(headers(signature(KEY, BODY, then), then), BODY)
        near = NOW - 299
        self.receiver.receive(headers(signature(KEY, BODY, near), near), BODY)
        patient = Receiver(KEY, tolerance=timedelta(hours=1), clock=lambda: NOW + 3_000)
        patient.receive(headers(signature(KEY, BODY)), BODY)

    def test_without_an_envelope_headers_say_it(self) -> None:
        given = {
            **headers(signature(KEY, b"[1]")),
            "webhook-group-id": "default",
            "webhook-timer-id": "%C3%A4%2F1",
            "webhook-timer-uuid": "0b6e",
            "webhook-execute-at": "2030-03-17T17:46:40Z",
            "webhook-attempt": "1",
            "webhook-scheduled-for": "2030-03-17T17:46:40Z",
            "webhook-run": "3",
        }
        callback = self.receiver.receive(given, b"[1]")
        self.assertEqual("\u00e4/1", callback.timer_id)
        self.assertEqual([1], callback.payload)
        self.assertEqual(3, callback.run)
        empty = {**given, "Webhook-Signature": signature(KEY, b"")}
        self.assertIsNone(self.receiver.receive(empty, b"").payload)

    def test_a_signed_text_that_is_no_callback_is_refused(self) -> None:
        for body in (b"", b"1", b"{}", b"\xff"):
            with self.subTest(body), self.assertRaisesRegex(InvalidCallback, "can not be read"):
                self.receiver.receive(headers(signature(KEY, body)), body)

    def test_a_key_must_be_one(self) -> None:
        with self.assertRaises(ValueError):
            Receiver("whsec_!")
        with self.assertRaises(ValueError):
            Receiver()
