"""The whole bot on one machine, wired together: handlers, table and stream, queue, clock, and a Telegram of its own.

Nothing here is a short cut: updates come to the webhook as Function URL events, what it saves comes to deliver through
the table's stream, and deliver speaks to the local Bot API over HTTP.
"""

from __future__ import annotations

import errno
import importlib
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Final

import anyio.to_thread
import httpx
from starlette.routing import Route

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.bot_client import introductions
from infra.local.clock import Clock
from infra.local.function_url import FunctionUrl
from infra.local.functions import FunctionError
from infra.local.moto_table import MotoTable
from infra.local.playground_routes import page_routes, state_routes
from infra.local.stack import WEBHOOKS, Stack
from infra.logs import quiet_libraries

BOT_ID: Final = 7_776_000_001
NAME: Final = "7776"
USERNAME: Final = "playground7776_bot"
QUIET_WITHIN_S: Final = 25


class CannotListenError(Exception):
    """The address is no place to listen at; the text says why, in one sentence."""


class Playground:
    """Runs in threads of this process while the context is open; `url` is where its page and its APIs are.

    Port 0 is any free port. `people` are there from the start. `retry_scale` shortens the waits between the tries of a
    webhook that fails. `new_secret` gives each match its 32 bytes.
    """

    url: str

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        people: Sequence[str] = (),
        retry_scale: float = 1.0,
        new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        self._host, self._port, self._people, self._retry_scale = host, port, people, retry_scale
        self._new_secret = new_secret
        self.token = f"{BOT_ID}:{secrets.token_urlsafe(26)}"
        self.webhook_secret = secrets.token_urlsafe(32)
        self._is_ready = threading.Event()
        self._open = ExitStack()
        self.clock = Clock()

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
        quiet_libraries()
        environ = {"WEBHOOK_SECRET": self.webhook_secret, "BOT_USERNAME": USERNAME, "BOT_TOKEN": self.token}
        environ["INLINE_MODE"] = "on"
        moto_table = opening.enter_context(MotoTable())
        self._stack = Stack(moto_table, environ, self.clock.now, self._new_secret)
        self.bot_api = self._new_bot_api()
        self.url = self._listen(opening)
        loopback = self.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//:", "//127.0.0.1:")
        opening.enter_context(self._stack.running(loopback))
        _introduce(f"{loopback}/bot{self.token}", f"{loopback}/webhook", self.webhook_secret)
        for first_name in self._people:
            self.bot_api.world.add_user({"first_name": first_name})
        self._is_ready.set()

    def _new_bot_api(self) -> BotApi:
        routes = [
            Route("/webhook", FunctionUrl(self._stack.webhook, WEBHOOKS).answer, methods=["GET", "POST"]),
            *state_routes(lambda: self.bot_api),
            *page_routes(self._is_ready.is_set),
        ]
        bot_api = BotApi(
            self.clock, token=self.token, name=NAME, username=USERNAME, retry_scale=self._retry_scale, routes=routes
        )
        bot_api.add_probe(self._stack.is_busy)
        bot_api.on_clock(self._clock_was_moved)
        return bot_api

    def _listen(self, opening: ExitStack) -> str:
        try:
            return opening.enter_context(running(self.bot_api, self._host, self._port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "another program listens there" if taken else error.strerror
            raise CannotListenError(f"Cannot listen on {self._host}, port {self._port}: {why}.") from error

    async def _clock_was_moved(self) -> None:
        await anyio.to_thread.run_sync(self._run_what_is_due)

    def _run_what_is_due(self) -> None:
        """Run the clock's function, then what it and the queue set going, until quiet."""
        try:
            self._stack.run_clock()
        except FunctionError:
            return
        self._stack.wake_queue()
        self._stack.settle(QUIET_WITHIN_S)


def _introduce(bot_url: str, webhook_url: str, webhook_secret: str) -> None:
    """What deployment does once: say who the bot is, and where its updates go."""
    allowed_updates = list(importlib.import_module("handlers.chat.updates").ALLOWED_UPDATES)
    webhook = {"url": webhook_url, "secret_token": webhook_secret, "allowed_updates": allowed_updates}
    with httpx.Client(base_url=bot_url, trust_env=False) as client:
        for method, parameters in (*introductions(), ("setWebhook", webhook)):
            client.post(f"/{method}", json=parameters).raise_for_status()
