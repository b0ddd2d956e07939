"""What the tests of the local Bot API share: a bot that calls it over HTTP, and a webhook that keeps what it gets."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

import httpx

TOKEN = "7700:" + "A" * 35
Json = dict[str, Any]


class RawBot:
    """Calls methods as any HTTP client would, and sees Telegram's whole answer."""

    http = httpx.Client(timeout=60, trust_env=False, verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))

    def __init__(self, base_url: str, token: str = TOKEN) -> None:
        self.url = f"{base_url}/bot{token}"

    def answer(self, method: str, **params: Any) -> Json:
        response = self.http.post(f"{self.url}/{method}", json=params)
        answer: Json = response.json()
        assert answer.get("error_code", 200) == response.status_code
        return answer

    def call(self, method: str, **params: Any) -> Any:
        """The result of a call that must succeed."""
        answer = self.answer(method, **params)
        assert answer["ok"], answer
        return answer["result"]

    def refusal(self, method: str, **params: Any) -> str:
        """The description of a call that must be refused."""
        answer = self.answer(method, **params)
        assert not answer["ok"], answer
        return str(answer["description"])


@dataclass
class Received:
    update: Json
    headers: dict[str, str]
    at: float


@dataclass
class Reply:
    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)


def in_reply(method: str, **params: Any) -> Reply:
    return Reply(body=json.dumps({"method": method, **params}).encode())


class Webhook:
    """A bot's web server. `reply` decides what each update is answered with."""

    def __init__(self, reply: Callable[[Json], Reply] = lambda _: Reply()) -> None:
        self.reply = reply
        self.received: list[Received] = []
        webhook = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                update = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                headers = {name.lower(): value for name, value in self.headers.items()}
                webhook.received.append(Received(update, headers, time.monotonic()))
                reply = webhook.reply(update)
                self.send_response(reply.status)
                sent = {"Content-Type": reply.content_type, "Content-Length": str(len(reply.body)), **reply.headers}
                for name, value in sent.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/hook"

    @property
    def updates(self) -> list[Json]:
        return [received.update for received in self.received]

    def last(self, kind: str) -> Json:
        """The newest update of this kind; different queues may come in any order."""
        found: Json = next(update[kind] for update in reversed(self.updates) if kind in update)
        return found

    def wait_for(self, count: int, seconds: float = 5) -> list[Json]:
        """The updates, once there are so many."""
        give_up = time.monotonic() + seconds
        while len(self.received) < count:
            assert time.monotonic() < give_up, f"only {len(self.received)} of {count} updates came"
            time.sleep(0.01)
        return self.updates

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
