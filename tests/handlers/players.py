"""Two players of one table, whose acts a test may repeat, delay or forge, and what is left of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.deliveries import seat_of
from tests.handlers.updates import Update, tapped, typed
from tests.infra.stores import CODE, begun, opened


class Players:
    """Alice, the host of table `CODE`, and Bob, its guest."""

    def __init__(self, bot: WholeBot) -> None:
        bot.begin_test()
        self.bot = bot
        self.alice, self.bob = bot.people("Alice", "Bob")

    def update(self, who: str, act: str) -> Update:
        """A command, or a tap on the newest message that has such a button."""
        phone: Phone = getattr(self, who)
        if ":" not in act:
            return typed(phone.user, act)
        kind = act.partition(":")[0]
        messages = phone.messages()
        found = [message for message in messages if f'"{kind}:' in json.dumps(message.get("reply_markup"))]
        return tapped(phone.user, act, (found or messages)[-1]["message_id"])

    def do(self, who: str, *acts: str) -> None:
        for act in acts:
            self.bot.tell(self.bot.update(self.update(who, act)))

    def is_alices(self, call: dict[str, Any]) -> bool:
        return str(call["parameters"].get("chat_id")) == str(self.alice.id)

    # What may have come before

    def be_nowhere(self) -> None:
        """Nobody has done anything yet."""

    def ask_for_table(self) -> None:
        self.do("alice", "/new")

    def open_table(self) -> None:
        self.bot.seat(opened(CODE, seat_of(self.alice)))

    def begin(self) -> None:
        self.bot.seat(begun(CODE, seat_of(self.alice), seat_of(self.bob)))

    def begin_and_pick(self) -> None:
        self.begin()
        self.do("alice", f"pick:{CODE}:1:four:0")

    def end(self) -> None:
        self.begin()
        self.do("bob", f"resign!:{CODE}")

    def end_and_offer(self) -> None:
        self.end()
        self.do("alice", f"rematch:{CODE}")


def kept(bot: WholeBot) -> dict[tuple[str, str], dict[str, Any]]:
    """What is kept: matches, lists, profiles, how far each chat has been told. Screens, messages and counts pass."""
    passing = ("message_id", "replaced")
    return {
        (item["pk"]["S"], item["sk"]["S"]): {name: value for name, value in item.items() if name not in passing}
        for item in bot.items()
        if not item["sk"]["S"].startswith(("SCREEN#", "COUNT", "SERVED#"))
    }


def buttons(call: dict[str, Any]) -> Iterator[str]:
    """What the buttons of a message say, as it was sent."""
    for row in call["parameters"].get("reply_markup", {}).get("inline_keyboard", []):
        yield from (button["callback_data"] for button in row if "callback_data" in button)


def live_keyboards(phone: Phone) -> int:
    """How many messages ask for a pick."""
    return sum("pick:" in str(message.get("reply_markup")) for message in phone.messages())
