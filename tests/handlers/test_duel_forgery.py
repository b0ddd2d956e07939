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
    assert "is closed" in accept(bot, bob, data, new_message())["text"]
    assert bot.table.live_codes(bob.id) == []


def test_a_challenge_in_a_group_is_accepted_once_whatever_messages_its_button_is_said_to_be_under(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, bob, carol = people
    data = posted_in_group(bot, alice.user)
    first = tapped_in_group(bob.user, data, 41)
    code = code_in(bot.update(first))
    old = tapped_in_group(bob.user, data, 43)
    del old["callback_query"]["message"]["reply_markup"]  # of an old message, Telegram tells no buttons
    for update in (old, tapped_in_group(carol.user, data, 44)):
        assert "is closed" in bot.update(update)["text"]
    assert code_in(bot.update(first)) == code
    assert len(bot.matches()) == 1


def test_a_challenge_by_inline_mode_is_accepted_in_a_few_messages_and_no_more(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, bob, _ = people
    data, messages = posted(bot, alice.user), [new_message() for _ in range(12)]
    answers = [bot.update(tapped_inline(bob.user, data, message)) for message in messages]
    assert ["url" in answer for answer in answers] == [True] * 3 + [False] * 9
    again = [bot.update(tapped_inline(bob.user, data, message)) for message in messages]
    assert [answer.get("url") for answer in again] == [answer.get("url") for answer in answers]
    assert len(bot.matches()) == 3


def test_another_challenge_is_not_taken_over_by_a_button_that_is_not_under_it(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, bob, carol = people
    hers, other = posted_in_group(bot, alice.user), posted_in_group(bot, carol.user)
    bot.type(alice, "/new")
    [table] = bot.matches()
    for forged in (hers, f"sit:{table.code}"):
        assert "is closed" in bot.update(tapped_in_group(bob.user, forged, 42, under=other))["text"]
    assert bot.match(table.code).status is Status.OPEN
    code = code_in(bot.update(tapped_in_group(bob.user, other, 42)))
    assert [seat.user_id for seat in bot.match(code).seats] == [carol.id, bob.id]


def test_who_taps_too_late_for_a_duel_that_has_begun_is_told_who_plays(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, bob, carol = people
    data = posted_in_group(bot, alice.user)
    bot.tell(bot.update(tapped_in_group(bob.user, data, 41)))
    late = bot.update(tapped_in_group(carol.user, data, 41, under="what the duel's message has now"))
    assert "Bob" in late["text"]
