"""Deliver on a table of its own and a local Bot API, fed with the records that its saves make."""

from __future__ import annotations

import base64
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from core import codes
from core.combinations import Combination
from core.match import Match, Seat, pick
from handlers import deliver
from infra import items
from infra.items import ScreenItem
from infra.local.phone import LocalBotApi, Phone
from infra.settings import DeliverSettings
from infra.table import Table
from tests.handlers.memory_table import MemoryTable
from tests.infra.stores import START, begun, opened

TOKEN = "7776000001:" + "T" * 35
POKER, SUM, MINOR = Combination.POKER, Combination.MAJOR_SUM, Combination.MINOR_SUM
Record = dict[str, Any]


class Visits:
    """A queue that only keeps what it is given: code, seat and delay."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, int, int]] = []

    def send(self, code: str, seat: int, delay_s: int) -> None:
        self.sent.append((code, seat, delay_s))


class Delivery:
    """Made once for many tests, since deliver keeps its event loop for life; `begin_test` gives each its own people.

    `alice` hosts and `bob` is the guest; `now` is the clock that deliver sees.
    """

    def __init__(self, store: MemoryTable, api: LocalBotApi) -> None:
        self.api, self.store = api, store
        self.table = Table(store.dynamodb, store.name, sleep=lambda _: None)
        self.queue = Visits()
        self._sequence = itertools.count(1)
        settings = DeliverSettings.from_environ(
            {
                "TABLE_NAME": store.name,
                "QUEUE_URL": "http://localhost/queue",
                "BOT_TOKEN": TOKEN,
                "BOT_USERNAME": "seven7776_bot",
                "BOT_API_URL": api.base_url,
                "STACK_NAME": "tests",
            }
        )
        self._handle, self._elsewhere = (
            deliver.build(settings, self.table, self.queue, lambda: self.now) for _ in range(2)
        )
        self.begin_test()

    def begin_test(self) -> None:
        self.now = START
        self.code = codes.derive(b"tests", next(self._sequence))
        self.queue.sent.clear()
        self.alice, self.bob = self.api.phone("Alice"), self.api.phone("Bob")
        for phone in (self.alice, self.bob):
            phone.send("/start")

    def close(self) -> None:
        for function in (self._handle, self._elsewhere):
            function.close()

    def host(self) -> Match:
        return opened(self.code, seat_of(self.alice))

    def match(self) -> Match:
        return begun(self.code, seat_of(self.alice), seat_of(self.bob))

    def save(self, before: Match | None, after: Match) -> tuple[Match, Record]:
        """Save a match; gives it as stored, and the stream record that its save makes."""
        saved = self.table.save(before, after)
        return saved, self.record(items.match_item(before) if before else None, items.match_item(saved))

    def news(self, known: Match) -> tuple[Match, list[Record]]:
        """What others, deliver itself among them, have saved since a match was last known; none if nothing."""
        stored = self.table.match(known.code)
        assert stored is not None
        return stored, [] if stored == known else [self.record(items.match_item(known), items.match_item(stored))]

    def settle(self, known: Match) -> Match:
        """Deliver what deliver has saved, until there is no more news."""
        for _ in range(9):
            known, records = self.news(known)
            if not records:
                return known
            assert self.deliver(records) == []
        raise AssertionError("deliver answers itself for ever")

    def record(self, old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> Record:
        images = {"NewImage": _as_event(new)} | ({"OldImage": _as_event(old)} if old else {})
        keys = {name: new[name] for name in ("pk", "sk")}
        return {
            "eventSource": "aws:dynamodb",
            "eventName": "MODIFY" if old else "INSERT",
            "dynamodb": {"Keys": keys, "SequenceNumber": f"{next(self._sequence):021}", **images},
        }

    def screen(self, phone: Phone, name: str, message_id: int | None = None, **arguments: Any) -> Record:
        """Put a screen item in the table; gives its record."""
        update_id = 900_000 + next(self._sequence)
        item = ScreenItem(
            user_id=phone.id,
            update_id=update_id,
            name=name,
            arguments=arguments,
            message_id=message_id,
            expires_at=START + 86_400,
        )
        self.table.put_screen(item)
        return self.record(None, items.screen_item(item))

    def deliver(self, records: Iterable[Record]) -> list[str]:
        """Run deliver on a batch; gives the sequence numbers that must come again."""
        answer = self._handle({"Records": list(records)}, None)
        return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]

    def deliver_elsewhere(self, records: Iterable[Record]) -> dict[str, Any]:
        """Run deliver's other container, from within a call of the first."""
        return self._elsewhere({"Records": list(records)}, None)

    @contextmanager
    def first_call(self, name: str, do: Callable[[Callable[[], Any]], Any], seat: int | None = None) -> Iterator[None]:
        """Do something else for the table's first call of this name (of this seat); `do` is given the call itself."""
        call = getattr(self.table, name)

        def once(*arguments: Any, **named: Any) -> Any:
            if seat is not None and arguments[1] != seat:
                return call(*arguments, **named)
            setattr(self.table, name, call)
            return do(lambda: call(*arguments, **named))

        setattr(self.table, name, once)
        try:
            yield
        finally:
            setattr(self.table, name, call)

    def visit(self, code: str, seat: int) -> list[str]:
        """Run deliver on a queue message; gives the message ids that failed."""
        return self.deliver([visit(code, seat)])

    def begin(self) -> Match:
        """A match whose beginning both chats have heard."""
        table, first = self.save(None, self.host())
        match, second = self.save(table, self.match())
        assert self.deliver([first, second]) == []
        return match

    def pick(self, match: Match, phone: Phone, combination: Combination, **tap: Any) -> tuple[Match, Record]:
        """A pick from the newest message of a phone, saved."""
        index = match.seat_of(phone.id)
        assert index is not None
        nth = match.seats[index].nth
        message_id = live_message(phone)
        after = pick(match, phone.id, match.round, combination, nth, self.now, tap.get("message_id", message_id))
        return self.save(match, after)

    def play_round(self, match: Match, combination: Combination) -> Match:
        """Both pick; both chats hear it."""
        for phone in (self.alice, self.bob):
            match, record = self.pick(match, phone, combination)
            assert self.deliver([record]) == []
        return match


def visit(code: str, seat: int) -> Record:
    """A queue message, as deliver gets it."""
    return {"eventSource": "aws:sqs", "messageId": "m1", "body": f'{{"code": "{code}", "seat": {seat}}}'}


def live_message(phone: Phone) -> int:
    """The newest message with the keyboard of a round, or else the newest of all."""
    messages = phone.messages()
    live = [one for one in messages if any(data in str(one.get("reply_markup")) for data in ("pick:", "change:"))]
    return int((live or messages)[-1]["message_id"])


def seat_of(phone: Phone) -> Seat:
    return Seat(user_id=phone.id, name=phone.user["first_name"])


def _as_event(image: Any) -> Any:
    """An image as a Lambda event has it: binary as base64 text."""
    if isinstance(image, Mapping):
        return {name: _as_event(value) for name, value in image.items()}
    if isinstance(image, list):
        return [_as_event(value) for value in image]
    return base64.b64encode(image).decode() if isinstance(image, bytes) else image


def texts(phone: Phone) -> list[str]:
    """What the bot has written to a phone, as it now stands."""
    return [message["text"] for message in phone.messages() if message["from"]["is_bot"]]


def keyboards(phone: Phone) -> list[int]:
    """The messages that have buttons of a match: picks, change or a rematch."""
    live = ("pick:", "change:", "rematch:", "cancel:")
    return [
        message["message_id"]
        for message in phone.messages()
        for row in message.get("reply_markup", {}).get("inline_keyboard", [])
        for button in row[:1]
        if button.get("callback_data", "").startswith(live)
    ]


def sends(delivery: Delivery, after: int, phone: Phone) -> list[dict[str, Any]]:
    calls = delivery.api.calls(after, "sendMessage")
    return [call["parameters"] for call in calls if int(call["parameters"]["chat_id"]) == phone.id]


def phones(delivery: Delivery) -> tuple[Phone, Phone]:
    return delivery.alice, delivery.bob
