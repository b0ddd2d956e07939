"""Functions that die between any two of their writes, sends and queue calls, on a table in memory, and the chats that
they speak to, which Telegram may refuse, hold back or lose the answer of.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, cast

from core.match import Match
from handlers import clock, webhook
from handlers.chat.outside import Outside
from handlers.deliver import Deliver
from infra.courier import ChatGoneError, MustWaitError, NotEditableError
from infra.screen import Screen
from infra.settings import WebhookSettings
from infra.table import Table
from tests.handlers.memory import MemoryDynamoDB
from tests.handlers.updates import WEBHOOK_SECRET, Update, event
from tests.infra.stores import START

Record = dict[str, Any]
WRITES: Final = ("put_item", "update_item", "transact_write_items")
TOLD: Final = ("MATCH", "SCREEN")
FLOOD_S: Final = 3


class CrashError(BaseException):
    """The function is killed here. Nothing catches it, and nothing of the same run comes after it."""


class Peril:
    """Counts the points between a run's acts on the outside; at the chosen one the run dies."""

    def __init__(self) -> None:
        self.is_dead = self.has_died = False
        self._left: int | None = None

    def run(self, crash: int | None, call: Callable[[], Any]) -> Any:
        """The call's answer; None if it died at point `crash`."""
        self.is_dead, self._left = False, crash
        try:
            return call()
        except CrashError:
            self.has_died = True
            return None
        finally:
            self._left = None

    def pass_by(self) -> None:
        if self._left == 0:
            self.is_dead = True
        if self.is_dead:
            raise CrashError
        if self._left is not None:
            self._left -= 1

    def around(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def acted(*arguments: Any, **named: Any) -> Any:
            self.pass_by()
            answer = act(*arguments, **named)
            self.pass_by()
            return answer

        return acted


class PerilousDynamoDB:
    """A client whose writes may be the last thing that a function does."""

    def __init__(self, database: MemoryDynamoDB, peril: Peril) -> None:
        self._database, self._peril = database, peril

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._database, name)
        return self._peril.around(call) if name in WRITES else call


@dataclass(frozen=True)
class Message:
    """A message as it now stands."""

    text: str
    buttons: tuple[str, ...]


@dataclass
class Chats:
    """The Bot API, as far as deliver sees it. `hear` is told of each message and edit that arrives.

    `troubles` befall the next calls, one each: "flood" or "lost" (it arrives, and the answer does not), or none.
    """

    peril: Peril
    hear: Callable[[int, Message, bool], None]
    messages: dict[tuple[int, int], Message] = field(default_factory=dict)
    blocked: set[int] = field(default_factory=set)
    troubles: list[str | None] = field(default_factory=list)
    refusals: set[int] = field(default_factory=set)
    sent: int = 0
    take_time: Callable[[], None] = lambda: None

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int:
        self.peril.pass_by()
        self.take_time()
        trouble = self.troubles.pop(0) if self.troubles else None
        if chat_id in self.blocked:
            self.refusals.add(chat_id)
            raise ChatGoneError("Forbidden: bot was blocked by the user")
        if trouble == "flood":
            raise MustWaitError("Too Many Requests", FLOOD_S)
        shown = self._take(screen, chat_id, message_id)
        self.peril.pass_by()
        if trouble == "lost":
            raise MustWaitError("Timed out", may_have_arrived=True)
        return shown

    def _take(self, screen: Screen, chat_id: int, message_id: int | None) -> int:
        if screen.method == "sendChatAction":
            return 0
        is_new = message_id is None
        if message_id is None:
            self.sent += 1
            message_id = self.sent
        older = self.messages.get((chat_id, message_id))
        if older is None and not is_new:
            raise NotEditableError("message to edit not found")
        text = screen.parameters.get("text", older.text if older else screen.method)
        message = Message(text, tuple(_data(screen)))
        self.messages[chat_id, message_id] = message
        self.hear(chat_id, message, is_new)
        return message_id


def _data(screen: Screen) -> list[str]:
    rows = screen.parameters.get("reply_markup", {}).get("inline_keyboard", [])
    return [button["callback_data"] for row in rows for button in row if "callback_data" in button]


class _InPlace(ThreadPoolExecutor):
    """Does everything at once, so that the same acts always come in the same order."""

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*arguments, **named))
        except BaseException as error:  # noqa: BLE001 (it belongs to whoever asks for the result)
            future.set_exception(error)
        return future


class _Plenty:
    def get_remaining_time_in_millis(self) -> int:
        return 50_000


@dataclass
class PerilousBot:
    """Webhook, stream, deliver, queue and clock. What has died comes again as Telegram, the stream and SQS bring it."""

    chats: Chats
    now: int = START
    queue: list[tuple[int, str, int]] = field(default_factory=list)
    """When it is due, code and seat."""

    def __post_init__(self) -> None:
        self.peril = self.chats.peril
        self.database = MemoryDynamoDB()
        self.table = Table(cast(Any, self.database), "machine", sleep=lambda _: None)
        self._told = 0
        self._perilous = Table(cast(Any, PerilousDynamoDB(self.database, self.peril)), "machine", sleep=lambda _: None)
        numbers = itertools.count(1)
        environ = {"TABLE_NAME": "machine", "WEBHOOK_SECRET": WEBHOOK_SECRET, "BOT_USERNAME": "seven7776_bot"}
        settings = WebhookSettings.from_environ(environ)
        self._webhook = webhook.build(
            settings, self._perilous, lambda: self.now, lambda: next(numbers).to_bytes(32, "big")
        )
        self._clock = clock.build(self._perilous, lambda: self.now, side_by_side=1)
        self._deliver: Deliver | None = None

    def update(self, update: Update, crash: int | None = None) -> dict[str, Any] | None:
        """The answer's Bot API method, with its parameters; None if the webhook died."""
        response = self.peril.run(crash, lambda: self._webhook(event(update), None))
        if response is None:
            return None
        assert response["statusCode"] == 200
        answer: dict[str, Any] = json.loads(response.get("body", "{}"))
        return answer

    def untold(self) -> list[Record]:
        """What the stream has for deliver."""
        return [one for one in self.database.records[self._told :] if self.is_told(one)]

    @staticmethod
    def is_told(record: Record) -> bool:
        return record["dynamodb"]["Keys"]["sk"]["S"].partition("#")[0] in TOLD

    def tell(self, records: list[Record], crash: int | None = None) -> bool:
        """Have deliver told of a batch; whether it is done with."""
        if not self._delivered(records, crash):
            return False
        last = max(int(record["dynamodb"]["SequenceNumber"]) for record in records)
        self._told = max(self._told, last)
        return True

    def visit(self, visit: tuple[int, str, int], crash: int | None = None) -> bool:
        """Have deliver visit a chat; a visit that died stays in the queue."""
        _, code, seat = visit
        body = json.dumps({"code": code, "seat": seat})
        if not self._delivered([{"eventSource": "aws:sqs", "messageId": "1", "body": body}], crash):
            return False
        self.queue.remove(visit)
        return True

    def tick(self, crash: int | None = None) -> None:
        self.peril.run(crash, lambda: self._clock({}, _Plenty()))

    def matches(self) -> list[Match]:
        items = [item for item in self.database.items() if item["sk"]["S"] == "MATCH"]
        return self.table.matches(item["pk"]["S"].removeprefix("MATCH#") for item in items)

    def close(self) -> None:
        if self._deliver is not None:
            self._deliver.close()

    def send(self, code: str, seat: int, delay_s: int) -> None:
        """As the queue does."""
        self.peril.pass_by()
        self.queue.append((self.now + delay_s, code, seat))
        self.peril.pass_by()

    def _delivered(self, records: list[Record], crash: int | None) -> bool:
        deliver = self._deliver = self._deliver or self._new_deliver()
        answer = self.peril.run(crash, lambda: deliver({"Records": records}, None))
        if answer is None:
            self._bury(deliver)
            self._deliver = None
            return False
        assert answer == {"batchItemFailures": []}
        return True

    def _new_deliver(self) -> Deliver:
        outside = Outside(self._perilous, cast(Any, self.chats), self, lambda: self.now, "seven7776_bot")
        deliver = Deliver(outside, None)
        deliver._loop.set_default_executor(_InPlace())
        return deliver

    @staticmethod
    def _bury(deliver: Deliver) -> None:
        """Let what a dead run has left in its loop come to nothing."""
        loop = deliver._loop
        left = asyncio.all_tasks(loop)

        async def end() -> None:
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

        loop.run_until_complete(end())
        deliver.close()
