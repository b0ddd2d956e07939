"""A Telegram in trouble: the local Bot API, whose calls fail, and updates that come twice and out of order.

The bot's calls come over HTTP; an update goes to the webhook as a Function URL event, until it is taken, as it is due.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Final

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.calls import Calls, Via
from infra.local.bot_api.errors import ApiError, Json, too_many_requests
from infra.local.bot_api.params import Params, from_reply
from infra.local.bot_api.server import Server, listen
from infra.local.bot_api.state import Bot, Chat
from infra.local.bot_api.updates import DAY, Updates
from infra.local.clock import Clock
from infra.local.function_url import post_event
from tests.soak.chaos import Chaos
from tests.soak.transcript import Transcript
from tests.soak.wire import AGAIN

TOKEN: Final = "7776000001:" + "s" * 32
USERNAME: Final = "soak7776_bot"
WEBHOOK_SECRET: Final = "soak"
ANSWER_WITHIN_S: Final = 4.0
SLOW_S: Final = 5.5  # longer than deliver waits for an answer
_PAUSES_S: Final = (0.05, 0.1, 0.2, 0.5, 1.0)

Webhook = Callable[[Json, str, int], Awaitable[Any]]
"""An event, what its update is, and how often that has been tried. Raises where the function failed."""


class Forgetful(Calls):
    """A log of calls that keeps none: a soak makes too many."""

    def add(self, at: int, bot_id: int, method: str, parameters: Json, via: Via, answer: Json) -> None:
        return


class Telegram(BotApi):
    """`on_block` is told of a player who has blocked the bot, and will let it in again."""

    def __init__(
        self, clock: Clock, chaos: Chaos, transcript: Transcript, webhook: Webhook, on_block: Callable[[int], None]
    ) -> None:
        super().__init__(clock, token=TOKEN, username=USERNAME, answer_within=ANSWER_WITHIN_S)
        self.chaos = chaos
        self._transcript = transcript
        self._on_block = on_block
        self._times: Counter[tuple[int, str, str]] = Counter()
        self._flooded: dict[int, int] = {}
        self.calls = Forgetful()
        self.troubles: Counter[str] = Counter()
        bot = self.world.current
        assert bot is not None
        self.network = Network(clock, chaos, webhook, self._carry_out, self._came_again)
        bot.updates = self.network
        self.world.listeners.append(self._shown)

    def _came_again(self, update: Json) -> None:
        self._transcript.add("again", _sender(update), what=_content(update))

    async def serve(self) -> tuple[str, Callable[[], Awaitable[None]]]:
        """Listen; gives the address, and what ends it."""
        listener = listen("127.0.0.1", 0)
        server = Server(self)
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # it complains of replies that are lost
        serving = asyncio.create_task(server.serve([listener]))

        async def stop() -> None:
            server.should_exit = True
            await serving

        return f"http://127.0.0.1:{listener.getsockname()[1]}", stop

    def _shown(self, _: Bot, chat: Chat, event: str, data: Json) -> None:
        if event == "message" and data["from"]["is_bot"]:
            self._transcript.shown(chat.id, data)

    async def _carry_out(self, method: str, reply: Params) -> None:
        await super()._execute(TOKEN, method, reply, "webhook")

    async def _execute(self, token: str, method: str, read: Params, via: Via) -> tuple[Json, bool]:
        chat_id = read.integer("chat_id")
        content = hashlib.sha256(read.text("text").encode()).hexdigest()[:8]
        self._times[chat_id, method, content] += 1
        trouble = self._trouble(chat_id, (method, chat_id, content, self._times[chat_id, method, content]))
        if trouble is None:
            return await super()._execute(token, method, read, via)
        self.troubles[f"calls: {trouble}"] += 1
        self._transcript.add("fault", chat_id, what=trouble, method=method)
        return await self._in_trouble(
            trouble, chat_id, lambda: super(Telegram, self)._execute(token, method, read, via)
        )

    def _trouble(self, chat_id: int, facts: tuple[object, ...]) -> str | None:
        if self._flooded.get(chat_id, 0) > self.clock.now():
            return "flood"
        troubles = ("flood", "fault", "block", "lost_before", "lost_after", "slow_before", "slow_after")
        return next((trouble for trouble in troubles if self.chaos.happens(trouble, *facts)), None)

    async def _in_trouble(
        self, trouble: str, chat_id: int, call: Callable[[], Awaitable[tuple[Json, bool]]]
    ) -> tuple[Json, bool]:
        if trouble == "flood":
            seconds = 2 + chat_id % 8
            self._flooded[chat_id] = max(self._flooded.get(chat_id, 0), self.clock.now() + seconds)
            return too_many_requests(seconds).answer(), False
        if trouble == "fault":
            return ApiError(500, "Internal Server Error").answer(), False
        if trouble == "block":
            self.people.block(chat_id)
            self._on_block(chat_id)
            return await call()
        if trouble.endswith("after"):
            await call()
        if trouble.startswith("slow"):
            await asyncio.sleep(SLOW_S)
        return {}, True


class Network(Updates):
    """Updates on their way to the webhook: each queue's in order, unless the chaos has it otherwise.

    `on_again` hears which update is brought once more before it is known to be taken, and which tap is made twice.
    """

    def __init__(
        self,
        clock: Clock,
        chaos: Chaos,
        webhook: Webhook,
        carry_out: Callable[[str, Params], Awaitable[None]],
        on_again: Callable[[Json], None],
    ) -> None:
        super().__init__(clock.now, first_id=1)
        self.chaos = chaos
        self._clock = clock
        self._webhook = webhook
        self._carry_out = carry_out
        self._on_again = on_again
        self._open: set[int] = set()
        self._queues: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._times: Counter[str] = Counter()
        self._under_way: set[asyncio.Task[None]] = set()
        self.taken = 0
        self.troubles: Counter[str] = Counter()

    def is_busy(self) -> bool:
        return bool(self._under_way)

    def add_raw(self, update: Json, queue: str, lives: int = DAY) -> Json:
        """Send an update on its way, and its like if the chaos says so."""
        what = _described(update)
        self._times[what] += 1
        label = f"{what} {self._times[what]}"
        expires_at = self._clock.now() + lives
        pause_s = 0.1 + 1.5 * self.chaos.draw("pause", label)
        is_late = self.chaos.happens("update_late", label)
        self._start(
            _numbered(update, label), label, expires_at, f"{queue} {label}" if is_late else queue, is_late * pause_s
        )
        self.troubles["updates late"] += is_late
        if self.chaos.happens("update_twice", label):
            self.troubles["updates twice"] += 1
            self._start(_numbered(update, label), f"{label}{AGAIN}", expires_at, f"{queue} {label} again", pause_s)
        if "callback_query" in update and self.chaos.happens("press_twice", label):
            self.troubles["taps pressed twice"] += 1
            self._on_again(update)
            other = {"callback_query": update["callback_query"] | {"id": f"{update['callback_query']['id']}0"}}
            self._start(_numbered(other, f"{label} too"), f"{label} too", expires_at, f"{queue} {label} too", 0.0)
        return update

    def _start(self, update: Json, label: str, expires_at: int, queue: str, pause_s: float) -> None:
        task = asyncio.create_task(self._bring(update, label, expires_at, queue, pause_s))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _bring(self, update: Json, label: str, expires_at: int, queue: str, pause_s: float) -> None:
        await asyncio.sleep(pause_s)
        async with self._queues[queue]:
            event = _event(update)
            for tries in range(1_000):
                if self._clock.now() > expires_at:
                    self.troubles["updates out of time"] += 1
                    return
                if update["update_id"] in self._open:
                    self._on_again(update)
                self._open.add(update["update_id"])
                if await self._is_taken(event, label, tries):
                    self._open.discard(update["update_id"])
                    return
                await asyncio.sleep(_PAUSES_S[min(tries, len(_PAUSES_S) - 1)])

    async def _is_taken(self, event: Json, label: str, tries: int) -> bool:
        try:
            answer = await self._webhook(event, label, tries)
        except Exception:  # noqa: BLE001 (whatever it is, Telegram brings the update again)
            answer = {"statusCode": 502}
        if answer["statusCode"] != 200:
            self.troubles["updates tried again"] += 1
            return False
        self.taken += 1
        reply = await from_reply(answer.get("headers", {}), answer.get("body", "").encode())
        if reply.text("method"):
            values = {name: value for name, value in reply.values.items() if name != "method"}
            await self._carry_out(reply.text("method"), Params(values))
        return True


def _event(update: Json) -> Json:
    headers = {"content-type": "application/json", "x-telegram-bot-api-secret-token": WEBHOOK_SECRET}
    return post_event(headers, json.dumps(update, ensure_ascii=False).encode())


def _described(update: Json) -> str:
    """An update by who did what, which is the same in each run of a seed."""
    return f"{_body(update)[0]} {_sender(update)} {_content(update)}"


def _content(update: Json) -> str:
    """What was tapped or typed, or what has become of somebody."""
    _, body = _body(update)
    return str(body.get("data") or body.get("text") or body.get("new_chat_member", {}).get("status"))


def _sender(update: Json) -> int:
    return int(_body(update)[1]["from"]["id"])


def _body(update: Json) -> tuple[str, Json]:
    """The kind of an update, and what is in it."""
    return next((kind, body) for kind, body in update.items() if kind != "update_id")


def _numbered(update: Json, label: str) -> Json:
    """By what it is: share codes come from update ids, so that a seed brings the same codes again."""
    number = int.from_bytes(hashlib.sha256(label.encode()).digest()[:6], "big")
    return {"update_id": number, **{kind: body for kind, body in update.items() if kind != "update_id"}}
