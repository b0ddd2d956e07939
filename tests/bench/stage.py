"""Where functions are measured: matches on DynamoDB Local, a local Bot API, and the taps to serve."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from core.combinations import ORDER
from core.match import Match, Seat, join
from infra.items import match_item
from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi, Phone
from infra.local.pump import plain
from infra.table import Table
from tests.conftest import NOBODY
from tests.handlers.deliveries import seat_of
from tests.handlers.updates import WEBHOOK_SECRET, event
from tests.infra.local.bot_api.tools import RawBot
from tests.infra.stores import START, Store, opened, patient_client

TOKEN: Final = "7776000001:" + "T" * 35
_ROUND_S: Final = 10**9  # a match whose first round lasts as long as any benchmark


@dataclass
class Stage:
    """One table and its players."""

    endpoint_url: str
    api: LocalBotApi
    store: Store
    host: Phone
    guest: Phone
    bot: RawBot
    _codes: Iterator[str] = field(default_factory=lambda: (f"{number:08d}" for number in itertools.count(1)))
    _taps: dict[str, int] = field(default_factory=dict)
    _next_update: int = 0

    @property
    def environ(self) -> dict[str, str]:
        """What every function needs to know."""
        return {
            **NOBODY,
            "PYDANTIC_DISABLE_PLUGINS": "__all__",
            "TABLE_NAME": self.store.name,
            "AWS_ENDPOINT_URL_DYNAMODB": self.endpoint_url,
            "BOT_USERNAME": "seven7776_bot",
            "BOT_TOKEN": TOKEN,
            "BOT_API_URL": self.api.base_url,
            "WEBHOOK_SECRET": WEBHOOK_SECRET,
            "QUEUE_URL": "http://127.0.0.1/queue",
            "STACK_NAME": "bench",
        }

    def seat(self, count: int = 1) -> list[Match]:
        """New matches of these two in round 1."""
        made = [self._begun(opened(next(self._codes), seat_of(self.host))) for _ in range(count)]
        self.store.put(*map(match_item, made))
        return made

    def tap(self, match: Match) -> dict[str, Any]:
        """The event of the next tap on that match: both seats pick in turn. Each is saved, and each waits for an answer
        at the Bot API.
        """
        match_round, seat = divmod(self._taps.get(match.code, 0), 2)
        self._taps[match.code] = 2 * match_round + seat + 1
        phone = (self.host, self.guest)[seat]
        phone.tap_data(f"pick:{match.code}:{match_round + 1}:{ORDER[match_round]}:0", message_id=1)
        update = self._updates()[-1]
        assert update["callback_query"]["data"].startswith(f"pick:{match.code}")
        return event(update)

    def restart(self, *matches: Match) -> None:
        """Put these back to round 1."""
        self.store.put(*map(match_item, {match.code: match for match in matches}.values()))
        for match in matches:
            self._taps.pop(match.code, None)

    def verify_saved(self, match: Match, taps: int) -> None:
        """A tap that was refused would be quicker than one that is saved."""
        stored = Table(self.store.client, self.store.name).match(match.code)
        assert stored is not None
        assert stored.version == match.version + taps

    def joining(self) -> dict[str, Any]:
        """The event of a stream record: a friend has joined, and both are told and get their hands."""
        table = opened(next(self._codes), seat_of(self.host))
        match = self._begun(table)
        self.store.put(match_item(match))
        return {"Records": [_record(table, match)]}

    def due(self, count: int) -> dict[str, Any]:
        """The clock's event, when the reminders of so many matches are due."""
        waiting = [self._begun(opened(next(self._codes), seat_of(self.host))) for _ in range(count)]
        self.store.put(*(match_item(match.model_copy(update={"due_at": 1})) for match in waiting))
        return {}

    def _updates(self) -> list[dict[str, Any]]:
        updates: list[dict[str, Any]] = self.bot.call("getUpdates", offset=self._next_update)
        self._next_update = updates[-1]["update_id"] + 1
        return updates

    def _begun(self, table: Match) -> Match:
        match = join(table, Seat(user_id=self.guest.id, name="Bob"), START)
        return match.model_copy(update={"version": 2, "deadline": START + _ROUND_S, "due_at": START + _ROUND_S})


def _record(before: Match, after: Match) -> dict[str, Any]:
    images = {"OldImage": match_item(before), "NewImage": match_item(after)}
    keys = {name: images["NewImage"][name] for name in ("pk", "sk")}
    change = plain({"Keys": keys, "SequenceNumber": f"{after.version:021}", **images})
    return {"eventSource": "aws:dynamodb", "eventName": "MODIFY", "dynamodb": change}


@contextmanager
def stage(endpoint_url: str) -> Iterator[Stage]:
    with running(BotApi(answer_within=0)) as url, LocalBotApi(url) as api:
        bot = RawBot(url, TOKEN)
        bot.call("getMe")
        host, guest = api.phone("Alice"), api.phone("Bob")
        for phone in (host, guest):
            phone.send("/start")
        yield Stage(endpoint_url, api, Store(patient_client(endpoint_url)), host, guest, bot)
