"""A webhook on a table of its own, driven by updates as Telegram sends them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any, Final

from core.combinations import Combination
from core.match import Match
from handlers import webhook
from infra.settings import WebhookSettings
from infra.table import Table
from tests.handlers.memory_table import MemoryTable
from tests.handlers.updates import WEBHOOK_SECRET, Update, event, tapped, typed, user
from tests.infra.stores import START

Response = dict[str, Any]
OTHERS_CODE: Final = "0THER001"
ALICE, BOB, CAROL = user(1001), user(1002, "Bob"), user(1003, "Carol")


class Webhook:
    """`now` is the clock that it sees; secrets count up from 1."""

    def __init__(self, store: MemoryTable) -> None:
        self.store, self.table = store, Table(store.dynamodb, store.name, sleep=lambda _: None)
        self.now = START
        numbers = itertools.count(1)
        self._handle: Callable[[Any, object], Response] = webhook.build(
            WebhookSettings.from_environ(
                {"TABLE_NAME": store.name, "WEBHOOK_SECRET": WEBHOOK_SECRET, "BOT_USERNAME": "seven7776_bot"}
            ),
            self.table,
            lambda: self.now,
            lambda: next(numbers).to_bytes(32, "big"),
        )

    def call(self, function_url_event: dict[str, Any]) -> Response:
        return self._handle(function_url_event, None)

    def send(self, update: Update) -> dict[str, Any]:
        """The Bot API method in the answer, with its parameters; empty if there is none."""
        response = self.call(event(update))
        assert response["statusCode"] == 200
        answer: dict[str, Any] = json.loads(response["body"]) if "body" in response else {}
        return answer

    def items(self) -> list[dict[str, Any]]:
        """All that the table holds, but for the counts of commands."""
        return [item for item in self.store.items() if item["sk"]["S"] != "COUNT"]

    def matches(self) -> list[Match]:
        """Every match in the table."""
        codes = [item["pk"]["S"].removeprefix("MATCH#") for item in self.store.items() if item["sk"]["S"] == "MATCH"]
        return self.table.matches(codes)

    def only_match(self) -> Match:
        [match] = self.matches()
        return match

    def screens(self) -> list[dict[str, Any]]:
        """The screen items on their way, by name and arguments."""
        items = [item for item in self.store.items() if item["sk"]["S"].startswith("SCREEN#")]
        return [{"name": item["name"]["S"], "message_id": item.get("message_id", {}).get("N")} for item in items]


def a_match(webhook: Webhook) -> str:
    """Alice's table, which Bob has joined; gives its code."""
    webhook.send(typed(ALICE, "/new"))
    code = webhook.only_match().code
    webhook.send(typed(BOB, f"/start {code}"))
    return code


def a_pick(webhook: Webhook, player: dict[str, Any], combination: Combination, nth: int = 0) -> dict[str, Any]:
    match = webhook.only_match()
    return webhook.send(tapped(player, f"pick:{match.code}:{match.round}:{combination}:{nth}"))
