"""Asks a Belfry server for a call in a second, and takes it.

Needs the client (pip install belfry-client, or PYTHONPATH=clients/python/src) and, in the environment, the address of the
server (BELFRY_URL) and the key that it signs with (BELFRY_SIGNING_KEY, its callback.signingKeys).
"""

import os
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

from belfry import BelfryClient, InvalidCallback, Receiver

belfry = BelfryClient(os.environ.get("BELFRY_URL", "http://localhost:8080"))
receiver = Receiver(os.environ["BELFRY_SIGNING_KEY"])


class Callbacks(BaseHTTPRequestHandler):
    reminded = False

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            callback = receiver.receive(self.headers, body)
            print(f"{callback.timer_id}: {callback.payload['text']} (attempt {callback.attempt})")
            Callbacks.reminded = True
            self.send_response(204)
        except InvalidCallback as invalid:
            print(f"Not from Belfry: {invalid}")
            self.send_response(400)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


with HTTPServer(("127.0.0.1", 0), Callbacks) as server:
    belfry.create(
        {
            "timerId": "python-reminder",
            "delay": timedelta(seconds=1),
            "callbackUrl": f"http://127.0.0.1:{server.server_port}/",
            "payload": {"text": "water the flowers"},
        }
    )
    while not Callbacks.reminded:
        server.handle_request()
