"""Taps on challenges that nobody posted, or not there."""

from __future__ import annotations

import re
from typing import Final

import pytest

from core.match import Status
from handlers.chat import limits
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.deliveries import seat_of
from tests.handlers.duelling import (
    GROUP,
    accept,
    code_in,
    new_message,
    posted,
    posted_in_group,
    tapped_in_group,
    tapped_inline,
)
from tests.handlers.updates import tapped
from tests.infra.stores import START, begun, guest

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


@pytest.mark.parametrize("victim", ["challenge", "table"])
def test_no_button_makes_a_duels_message_show_another_match(
    bot: WholeBot, people: tuple[Phone, ...], victim: str
) -> None:
    """Who knows a table's code, or another challenge's data, can send it from under any message of the bot's."""
    alice, bob, carol = people
    message = new_message()
    bot.type(alice, "/new")
    [table] = bot.matches()
    data = f"sit:{table.code}" if victim == "table" else posted(bot, alice.user)
    code = code_in(accept(bot, bob, data, message))
    dan = bot.people("Dan")[0]
    bot.type(carol, "/new")
    [other] = bot.table.live_codes(carol.id)
    for forged in (f"sit:{other}", posted(bot, carol.user)):
        assert "url" not in accept(bot, dan, forged, message)
    assert [match.code for match in bot.matches() if match.duel] == [code]
    assert bot.match(other).status is Status.OPEN


def test_a_host_is_drawn_into_no_more_matches_than_a_player_may_have(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    for number in range(limits.MATCHES):
        match = begun(f"{number:08}", seat_of(alice), guest(9000 + number))
        bot.table.save(None, match.model_copy(update={"created_at": START + 10 * number}))
    data = posted(bot, alice.user)
    assert "open no longer" in accept(bot, bob, data, new_message())["text"]
    assert bot.table.live_codes(bob.id) == []
