"""The local Bot API as one ASGI application: Telegram's side (`/bot<token>/<method>`), the people's side (`/client/…`)
and a test's handles."""

import inspect
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from infra.local.bot_api import params
from infra.local.bot_api.call import Call
from infra.local.bot_api.calls import Calls, Via
from infra.local.bot_api.client import ClientApi, file_response
from infra.local.bot_api.control import Control, Hook, Probe
from infra.local.bot_api.delivery import Delivery
from infra.local.bot_api.errors import ApiError, Json, not_found, unauthorized
from infra.local.bot_api.events import Events
from infra.local.bot_api.faults import Faults
from infra.local.bot_api.methods import METHODS
from infra.local.bot_api.params import Params
from infra.local.bot_api.people import ANSWER_WITHIN, ClientError, People
from infra.local.bot_api.polling import Polls
from infra.local.bot_api.state import Bot, World
from infra.local.clock import Clock

LOG = logging.getLogger(__name__)
TOKEN = re.compile(r"([1-9][0-9]{0,15}):[A-Za-z0-9_-]{24,}")
SHAPE = re.compile(r"[0-9]+:.+")


class Dropped(Response):
    """A reply that is lost: the connection closes before a body comes."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})


@dataclass(frozen=True)
class Line:
    """How one bot gets its updates."""

    bot: Bot
    delivery: Delivery
    polls: Polls


class BotApi:
    """`token` fixes the one bot that is let in; without it every token of the right form is a bot. `retry_scale`
    shortens the waits between a webhook's tries; `webhook_via` is where all webhooks go instead (see `Delivery`)."""

    def __init__(
        self,
        clock: Clock | None = None,
        *,
        token: str | None = None,
        name: str | None = None,
        username: str | None = None,
        revoked: Iterable[str] = (),
        retry_scale: float = 1.0,
        answer_within: float = ANSWER_WITHIN,
        webhook_via: str | None = None,
        routes: Sequence[BaseRoute] = (),
    ) -> None:
        self.clock = clock or Clock()
        self.world = World(self.clock)
        self.calls = Calls()
        self.faults = Faults()
        self.events = Events()
        self.people = People(self.world, answer_within)
        self.revoked = set(revoked)
        self._token, self._name, self._username = token, name, username
        self._retry_scale, self._webhook_via = retry_scale, webhook_via
        self._lines: dict[int, Line] = {}
        self._control = Control(self.people, self.calls, self.faults, self.clock)
        self.world.listeners.append(self.events.tell)
        self.add_probe(self.is_busy)
        if token is not None:
            self._line(token)
        self.app = self._application(routes)

    def add_probe(self, probe: Probe) -> None:
        """`/idle` waits until this says that nothing is under way."""
        self._control.probes.append(probe)

    def on_clock(self, hook: Hook) -> None:
        """Runs, and is waited for, each time the clock was moved."""
        self._control.hooks.append(hook)

    def is_busy(self) -> bool:
        return any(line.delivery.is_busy() or line.polls.is_busy() for line in self._lines.values())

    def end_streams(self) -> None:
        """Lets go of what waits for news, so that a server can stop at once."""
        self.events.close()
        for line in self._lines.values():
            line.polls.close()

    async def close(self) -> None:
        self.end_streams()
        for line in self._lines.values():
            await line.delivery.close()

    def _application(self, routes: Sequence[BaseRoute]) -> Starlette:
        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            yield
            await self.close()

        client = ClientApi(self.world, self.people, self.events)
        own = [
            Route("/bot{token}/{method}", self._telegram, methods=["GET", "POST"]),
            Route("/file/bot{token}/{kind}/{file_id}", self._download),
            *client.routes(),
            *self._control.routes(),
        ]
        refusals: dict[type[Exception], Callable[..., Response]] = {ClientError: _client_refusal, ApiError: _refusal}
        return Starlette(routes=[*own, *routes], exception_handlers=refusals, lifespan=lifespan)

    def _line(self, token: str) -> Line:
        """The bot of a token, as Telegram lets it in or not."""
        found = TOKEN.fullmatch(token)
        if found is None:
            raise unauthorized() if SHAPE.fullmatch(token) else not_found()
        if token in self.revoked or self._token not in (None, token):
            raise unauthorized()
        self.calls.hide(token)
        bot_id = int(found[1])
        if bot_id not in self._lines:
            username = self._username or f"bot{bot_id}_bot"
            bot = self.world.bot(bot_id, self._name or username, username)
            self._lines[bot_id] = self._new_line(bot, token)
        return self._lines[bot_id]

    def _new_line(self, bot: Bot, token: str) -> Line:
        async def execute(method: str, reply: Params) -> None:
            await self._execute(bot.webhook.token or token, method, reply, "webhook")

        delivery = Delivery(bot, self.clock, execute, self._retry_scale, self._webhook_via)
        return Line(bot, delivery, Polls(bot.updates, time.monotonic))

    async def _telegram(self, request: Request) -> Response:
        token, method = request.path_params["token"], request.path_params["method"]
        try:
            self._line(token)
            read = await params.from_request(request)
        except ApiError as error:
            return _refusal(request, error)
        answer, is_lost = await self._execute(token, method, read, "call")
        return Dropped() if is_lost else JSONResponse(answer, answer.get("error_code", 200))

    async def _execute(self, token: str, method: str, read: Params, via: Via) -> tuple[Json, bool]:
        """Carries out one call and logs it; answers what Telegram answers, and whether that reply is to be lost."""
        line = self._line(token)
        fault = self.faults.take(method, read.integer("chat_id"), read.text("language_code"))
        refused = fault.error() if fault else None
        call = Call(self.world, line.bot, token, read, line.delivery, line.polls)
        answer = refused.answer() if refused else await _answer(method, call)
        self.calls.add(self.clock.now(), line.bot.id, method, read.shown(), via, answer)
        return answer, fault is not None and refused is None

    async def _download(self, request: Request) -> Response:
        self._line(request.path_params["token"])
        return file_response(self.world, request.path_params["file_id"])


async def _answer(method: str, call: Call) -> Json:
    try:
        found = METHODS.get(method.lower())
        if found is None:
            raise not_found()
        result = found(call)
        return {"ok": True, "result": await result if inspect.isawaitable(result) else result}
    except ApiError as error:
        return error.answer()
    except Exception:  # as on Telegram, a parameter that nobody thought of is a 500 and no more
        LOG.exception("%s failed", method)
        return ApiError(500, "Internal Server Error").answer()


def _refusal(_: Request, error: ApiError) -> Response:
    return JSONResponse(error.answer(), error.error_code)


def _client_refusal(_: Request, error: ClientError) -> Response:
    return JSONResponse({"error": str(error)}, error.status)
