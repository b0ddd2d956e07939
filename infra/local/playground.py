"""The whole bot on one machine, wired together: handlers, table and stream, queue, clock, and a Telegram of its own.

Nothing here is a short cut: updates come to the webhook as Function URL events, what it saves comes to deliver through
the table's stream, and deliver speaks to the local Bot API over HTTP.
"""

from __future__ import annotations

import errno
import importlib
import secrets
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Final

import anyio.to_thread
import httpx
from starlette.routing import Route

from infra import table
from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.clock import Clock
from infra.local.function_url import FunctionUrl
from infra.local.functions import Function, FunctionError
from infra.local.moto_table import MotoTable
from infra.local.playground_routes import page_routes, state_routes
from infra.local.pump import StreamPump
from infra.local.queue import LocalQueue
from infra.local.worker import Worker
from infra.settings import DeliverSettings, WebhookSettings

BOT_ID: Final = 7_776_000_001
NAME: Final = "7776"
USERNAME: Final = "playground7776_bot"
WEBHOOKS: Final = 8
QUIET_WITHIN_S: Final = 25
_EVERY_ADDRESS: Final = ("0.0.0.0", "")  # noqa: S104


class CannotListenError(Exception):
    """The address is no place to listen at; the text says why, in one sentence."""


class Playground:
    """Runs in threads of this process while the context is open; `url` is where its page and its APIs are.

    Port 0 is any free port. `people` are there from the start. `retry_scale` shortens the waits between the tries of a
    webhook that fails.
    """

    url: str

    def __init__(
        self, host: str = "127.0.0.1", port: int = 0, people: Sequence[str] = (), retry_scale: float = 1.0
    ) -> None:
        self._host, self._port, self._people, self._retry_scale = host, port, people, retry_scale
        self._is_ready = threading.Event()
        self._open = ExitStack()
        self.clock = Clock()
        self.queue = LocalQueue(self.clock.now)
        self._stream_worker = Worker("stream", lambda: self._pump.run(), every_s=1)
        self._queue_worker = Worker("queue", lambda: self.queue.deliver_due(self._deliver), every_s=0.2)
        self._minute_worker = Worker("clock", self._run_clock, every_s=60)

    def __enter__(self) -> Playground:
        with ExitStack() as opening:
            self._start(opening)
            self._open = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def _start(self, opening: ExitStack) -> None:
        """Each part once those that it needs are there; they stop in the opposite order."""
        token, webhook_secret = f"{BOT_ID}:{secrets.token_urlsafe(26)}", secrets.token_urlsafe(32)
        moto_table = opening.enter_context(MotoTable(table.definition(), on_write=self._stream_worker.wake))
        self._table = table.Table(moto_table.dynamodb, moto_table.name)
        self._environ = {
            "TABLE_NAME": moto_table.name,
            "WEBHOOK_SECRET": webhook_secret,
            "BOT_USERNAME": USERNAME,
            "BOT_TOKEN": token,
            "QUEUE_URL": "http://localhost/playground",
        }
        self.bot_api = self._new_bot_api(token)
        self.url = self._listen(opening)
        loopback = self.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//:", "//127.0.0.1:")
        self._environ["BOT_API_URL"] = loopback
        # One container for the stream and one for the queue: on AWS too they run side by side.
        self._deliver = self._function("handlers.deliver", DeliverSettings, 2, queue=self.queue)
        opening.callback(self._deliver.close)
        self._clock_function = Function("handlers.clock", {"table": self._table, "now": self.clock.now}, 1)
        self._pump = StreamPump(moto_table.streams, moto_table.stream_arn, self._deliver)
        self._start_workers(opening)
        _introduce(f"{loopback}/bot{token}", f"{loopback}/webhook", webhook_secret)
        for first_name in self._people:
            self.bot_api.world.add_user({"first_name": first_name})
        self._is_ready.set()

    def _new_bot_api(self, token: str) -> BotApi:
        webhook = self._function(
            "handlers.webhook", WebhookSettings, WEBHOOKS, new_secret=lambda: secrets.token_bytes(32)
        )
        routes = [
            Route("/webhook", FunctionUrl(webhook, WEBHOOKS).answer, methods=["GET", "POST"]),
            *state_routes(lambda: self.bot_api),
            *page_routes(self._is_ready.is_set),
        ]
        bot_api = BotApi(
            self.clock, token=token, name=NAME, username=USERNAME, retry_scale=self._retry_scale, routes=routes
        )
        bot_api.add_probe(self._is_busy)
        bot_api.on_clock(self._clock_was_moved)
        return bot_api

    def _function(self, name: str, settings: Any, containers: int, **arguments: Any) -> Function:
        own = {"settings": settings.from_environ(self._environ), "table": self._table, "now": self.clock.now}
        return Function(name, {**own, **arguments}, containers)

    def _listen(self, opening: ExitStack) -> str:
        try:
            return opening.enter_context(running(self.bot_api, self._host, self._port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "another program listens there" if taken else error.strerror
            raise CannotListenError(f"Cannot listen on {self._host}, port {self._port}: {why}.") from error

    def _start_workers(self, opening: ExitStack) -> None:
        for worker in (self._stream_worker, self._queue_worker, self._minute_worker):
            worker.start()
            opening.callback(worker.stop)
        opening.callback(self._pump.stop)

    def _is_busy(self) -> bool:
        """Whether anything is under way, apart from updates: those the local Bot API looks at itself."""
        workers = (self._stream_worker, self._queue_worker, self._minute_worker)
        return self.queue.busy() or any(worker.busy() for worker in workers)

    def _run_clock(self) -> None:
        self._clock_function({"source": "aws.scheduler", "time": self.clock.now()})

    async def _clock_was_moved(self) -> None:
        await anyio.to_thread.run_sync(self._run_what_is_due)

    def _run_what_is_due(self) -> None:
        """Run the clock's function, then what it and the queue set going, until quiet."""
        try:
            self._run_clock()
        except FunctionError:
            return
        self._queue_worker.wake()
        give_up = time.monotonic() + QUIET_WITHIN_S
        while self._is_busy() and time.monotonic() < give_up:
            time.sleep(0.01)


def _introduce(bot_url: str, webhook_url: str, webhook_secret: str) -> None:
    """What deployment does once: say who the bot is, and where its updates go."""
    texts = importlib.import_module("handlers.chat.texts").Texts("en")
    updates = importlib.import_module("handlers.chat.updates")
    calls: dict[str, dict[str, Any]] = {
        "setMyCommands": {"commands": texts.commands()},
        "setMyDescription": {"description": texts.description()},
        "setMyShortDescription": {"short_description": texts.short_description()},
        "setWebhook": {
            "url": webhook_url,
            "secret_token": webhook_secret,
            "allowed_updates": list(updates.ALLOWED_UPDATES),
        },
    }
    with httpx.Client(base_url=bot_url, trust_env=False) as client:
        for method, parameters in calls.items():
            client.post(f"/{method}", json=parameters).raise_for_status()
