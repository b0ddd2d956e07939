"""Taps on challenges that nobody posted, or not there."""

from __future__ import annotations

import re
from typing import Final

import pytest

from core.match import Status
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.duelling import (
    GROUP,
    accept,
    new_message,
    posted,
    posted_in_group,
    tapped_in_group,
    tapped_inline,
)
from tests.handlers.updates import tapped

# Forged taps


FORGED: Final = (
    lambda data: data.replace("accept:1d", "accept:5m"),
    lambda data: re.sub(r":(\d+):(\d+):", lambda found: f":{int(found[1]) + 1}:{found[2]}:", data),
    lambda data: re.sub(r":(\d+):(\d+):", lambda found: f":{found[1]}:{int(found[2]) + 1}:", data),
    lambda data: data[:-1] + ("0" if data[-1] != "0" else "1"),
    lambda data: data[:-24] + "0" * 24,
    lambda data: data[:-1],
    lambda data: data.upper(),
)


@pytest.mark.parametrize("forge", range(len(FORGED)))
def test_a_challenge_that_nobody_posted_begins_nothing(bot: WholeBot, people: tuple[Phone, ...], forge: int) -> None:
    alice, bob, _ = people
    forged = FORGED[forge](posted(bot, alice.user))
    for update in (
        tapped_inline(bob.user, forged, new_message()),
        tapped_in_group(bob.user, forged, 41),
        tapped(bob.user, forged),
    ):
        answer = bot.update(update)
        assert (answer["method"], "url" in answer) == ("answerCallbackQuery", False)
    assert bot.matches() == []


def test_a_challenge_holds_only_where_it_was_posted(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    inline, in_a_group = posted(bot, alice.user), posted_in_group(bot, alice.user)
    elsewhere = {**GROUP, "id": -1_002_000_000_002}
    for update in (
        tapped_in_group(bob.user, inline, 41),
        tapped_inline(bob.user, in_a_group, new_message()),
        tapped_in_group(bob.user, in_a_group, 41, elsewhere),
        tapped(bob.user, inline),
        tapped(bob.user, in_a_group),
        tapped_inline(bob.user, inline, "no id <of> Telegram's"),
    ):
        answer = bot.update(update)
        assert (answer["show_alert"], "url" in answer) == (True, False)
    assert bot.matches() == []


def test_a_table_cannot_be_joined_by_a_button_in_a_private_chat_of_ones_own(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, bob, _ = people
    bot.type(alice, "/new")
    [table] = bot.matches()
    assert "url" not in bot.update(tapped(bob.user, f"sit:{table.code}"))
    assert "url" not in accept(bot, bob, "sit:00000000", new_message())
    assert bot.match(table.code).status is Status.OPEN
