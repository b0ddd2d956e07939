"""The table in memory, which the fuzz is played on, keeps what moto keeps."""

from __future__ import annotations

import itertools
from typing import Any, cast

import moto
import pytest

from core.combinations import Combination
from core.match import DAY
from handlers import clock, webhook
from infra import clients
from infra.settings import WebhookSettings
from infra.table import ConflictError, Table
from tests.handlers.memory import MemoryDynamoDB
from tests.handlers.updates import WEBHOOK_SECRET, Update, event, membership, tapped, typed, user
from tests.infra.stores import CODE, START, Store, begun, guest, host, opened

ALICE, BOB = user(1), user(2, "Bob")


class Remaining:
    def get_remaining_time_in_millis(self) -> int:
        return 50_000


class Bot:
    """A webhook and a clock on one table."""

    def __init__(self, client: Any, name: str) -> None:
        self.table = Table(client, name, sleep=lambda _: None)
        self.now = START
        self._numbers: dict[int, int] = {}
        environ = {"TABLE_NAME": name, "WEBHOOK_SECRET": WEBHOOK_SECRET, "BOT_USERNAME": "seven7776_bot"}
        numbers = itertools.count(1)
        self.webhook = webhook.build(
            WebhookSettings.from_environ(environ),
            self.table,
            lambda: self.now,
            lambda: next(numbers).to_bytes(32, "big"),
        )
        self.clock = clock.build(self.table, lambda: self.now, side_by_side=1)

    def code(self, update: Update) -> str:
        """The table that an update opens."""
        before = set(self.table.live_codes(1))
        self.send(update)
        [code] = set(self.table.live_codes(1)) - before
        return code

    def send(self, *updates: Update) -> None:
        """Updates are numbered by their order here, so that two bots get the same ones."""
        for update in updates:
            number = self._numbers.setdefault(update["update_id"], 500 + len(self._numbers))
            assert self.webhook(event({**update, "update_id": number}), None)["statusCode"] == 200

    def pass_time(self, seconds: int) -> None:
        self.now += seconds
        self.clock({}, Remaining())


def live(bot: Bot, updates: list[Update]) -> None:
    """Tables, matches, an end of each kind, screens, counts and cursors."""
    first, second, third = updates[:3]
    code = bot.code(first)
    bot.send(first, typed(BOB, f"/start {code}"), tapped(ALICE, f"table:{code}"), typed(ALICE, "/lucky seven"))
    for number, combination in enumerate(Combination, 1):
        bot.send(*(tapped(player, f"pick:{code}:{number}:{combination}:0") for player in (ALICE, BOB)))
    bot.send(tapped(BOB, f"rematch:{code}"), tapped(ALICE, f"rematch:{code}"), membership(BOB, "member"))
    bot.now += 60
    bot.send(tapped(ALICE, f"cancel:{bot.code(second)}"))
    bot.now += 60
    bot.send(tapped(ALICE, f"pace:{bot.code(third)}:1h"), typed(ALICE, "/solo greedy"))
    for seat, message_id in ((0, 5), (0, 9), (0, 7), (1, 3)):
        bot.table.record_message(code, seat, message_id, told=4, chapter=2)
    bot.table.wait(code, 1, START + 50, 4)
    assert bot.table.defer(code, 1, 9)
    assert bot.table.claim(code, 1, START + 50, START + 90)
    assert not bot.table.release(code, 1, 4)
    bot.pass_time(DAY - 3000)
    bot.pass_time(8 * DAY)
    bot.send(tapped(ALICE, "set:reminders:off"), tapped(BOB, f"react:{code}:1:fire"), tapped(BOB, "forget!"))


def test_a_whole_life_leaves_the_same_items() -> None:
    updates = [typed(ALICE, "/new") for _ in range(3)]
    memory = MemoryDynamoDB()
    live(Bot(memory, "memory"), updates)
    with moto.mock_aws():
        store = Store(clients.dynamodb())
        live(Bot(store.client, store.name), updates)
        expected = {(item["pk"]["S"], item["sk"]["S"]): item for item in store.items()}
    assert len(expected) > 15
    kept = {(item["pk"]["S"], item["sk"]["S"]): item for item in memory.items()}
    assert {key: without_chance(item) for key, item in kept.items()} == {
        key: without_chance(item) for key, item in expected.items()
    }


def without_chance(item: dict[str, Any]) -> dict[str, Any]:
    """All but the name that a claim is given by chance."""
    return {name: value for name, value in item.items() if name != "claim"}


def test_a_condition_that_does_not_hold_is_a_conflict_in_one_write_and_in_several() -> None:
    memory = MemoryDynamoDB()
    table = Table(cast(Any, memory), "memory")
    stored = table.save(None, opened(CODE, host()))
    with pytest.raises(ConflictError):
        table.save(None, opened(CODE, guest()))
    match = table.save(stored, begun())
    with pytest.raises(ConflictError):
        table.save(stored, begun().model_copy(update={"pace": 60}))
    assert table.match(CODE) == match
    assert table.live_codes(2) == [CODE]


def test_each_write_that_changes_something_is_a_record_with_both_images() -> None:
    memory = MemoryDynamoDB()
    table = Table(cast(Any, memory), "memory")
    match = table.save(None, opened())
    table.save(match, begun())
    changes = [one for one in memory.records if one["dynamodb"]["Keys"]["sk"]["S"] == "MATCH"]
    assert [(one["eventName"], "OldImage" in one["dynamodb"]) for one in changes] == [
        ("INSERT", False),
        ("MODIFY", True),
    ]
