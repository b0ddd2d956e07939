"""A deployment's side of setup: it sends a custom resource's requests as CloudFormation does, and gets the answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from handlers import setup
from infra import custom_resource

Json = dict[str, Any]
TOKEN = "7776000001:" + "T" * 35
WEBHOOK_SECRET = "Secret" * 8
SECRET_ARN = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:webhook"


@dataclass(frozen=True)
class Context:
    """How much time the function has left."""

    seconds: float = 60

    def get_remaining_time_in_millis(self) -> int:
        return int(self.seconds * 1000)


@dataclass
class Deployment:
    """`failing` answers are refused before one is taken, as by a service that is not well. `function` is where setup
    runs, if not in this process.
    """

    response_url: str
    bot_api_url: str
    answers: list[Json] = field(default_factory=list)
    headers: list[Json] = field(default_factory=list)
    failing: int = 0
    secrets: Json = field(default_factory=lambda: {SECRET_ARN: WEBHOOK_SECRET})
    context: Context = Context()
    function: Callable[[Json, Context], object] | None = None

    def bot(self, request: str = "Create", **properties: str) -> Json:
        return self._request("Bot", request, self._account() | properties, None)

    def webhook(self, request: str = "Create", old: Json | None = None, **properties: str) -> Json:
        """The answer to a request; what properties it does not give are as in `destination`."""
        return self._request("Webhook", request, self.destination(**properties), old)

    def destination(self, **properties: str) -> Json:
        """Properties as CloudFormation sends them: every value is text."""
        own = {"Url": "https://abc.lambda-url.example/", "SecretArn": SECRET_ARN, "MaxConnections": "40", "Digest": "0"}
        return self._account() | own | properties

    def _account(self) -> Json:
        return {
            "ServiceToken": "arn:aws:lambda:eu-central-1:123456789012:function:setup",
            "ServiceTimeout": "120",
            "BotToken": TOKEN,
            "BotApiUrl": self.bot_api_url,
        }

    def _request(self, name: str, request: str, properties: Json, old: Json | None) -> Json:
        event = {
            "RequestType": request,
            "RequestId": "request",
            "StackId": "stack",
            "ResponseURL": self.response_url,
            "ResourceType": f"Custom::{name}",
            "LogicalResourceId": name,
            "ResourceProperties": properties,
        }
        if request != "Create":
            event["PhysicalResourceId"] = name.lower()
        if old is not None:
            event["OldResourceProperties"] = old
        before = len(self.answers)
        function = self.function or setup.build(self.secrets.__getitem__, custom_resource.put)
        function(event, self.context)
        assert len(self.answers) == before + 1
        return self.answers[-1]


@contextmanager
def deployment(bot_api_url: str) -> Iterator[Deployment]:
    """A deployment that takes answers while the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.failing -= 1
            if made.failing < 0:
                made.answers.append(json.loads(body))
                made.headers.append(dict(self.headers))
            self.send_response(200 if made.failing < 0 else 503)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made = Deployment(f"http://127.0.0.1:{server.server_port}/answer?X-Amz-Signature=s", bot_api_url)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield made
        finally:
            server.shutdown()
            thread.join()
