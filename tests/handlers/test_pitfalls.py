"""What has gone wrong in bots like this one, where it takes the whole bot to see it; tests/test_pitfalls.py has all."""

from __future__ import annotations

import json
from typing import Any

from core.match import DAY, Status
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.players import Players, buttons
from tests.handlers.updates import tapped
from tests.infra.stores import CODE

LONGEST_CYRILLIC = "Щёголь Вячеславович Преображенский"


def hands(phone: Phone, code: str) -> list[dict[str, Any]]:
    """The messages that ask for a pick in this match."""
    return [message for message in phone.messages() if f"pick:{code}:" in json.dumps(message.get("reply_markup"))]


def test_wrong_presses_are_answered_with_toasts_and_fill_no_chat(bot: WholeBot) -> None:
    """bpeel/pucxobot#15: each wrong press brought a message to the chat."""
    at = Players(bot)
    at.begin_and_pick()
    seen = bot.api.last_call()
    wrong = ("pick:{}:1:poker:0", "pick:{}:2:poker:0", "pick:{}:17:poker:0", "rematch:{}", "cancel:{}", "nonsense")
    for data in wrong * 5:
        answer = bot.update(tapped(at.alice.user, data.format(CODE)))
        assert answer["method"] == "answerCallbackQuery"
        assert answer["text"]
    bot.tell()
    assert bot.api.calls(seen) == []


def test_no_name_makes_a_button_too_long(bot: WholeBot) -> None:
    """interlumpen/Telegram-shop#9: callback data in Cyrillic was over 64 bytes, and the whole message failed."""
    bot.begin_test()
    alice, bob = bot.people(LONGEST_CYRILLIC, LONGEST_CYRILLIC)
    bot.type(alice, "/new")
    [match] = bot.matches()
    bot.type(bob, f"/join {match.code}")
    for phone in (alice, bob):
        bot.tap(phone, f"pick:{match.code}:1:minor_straight:0")
    for phone in (alice, bob):
        for act in ("table", "score", "resign"):
            bot.tap(phone, f"{act}:{match.code}")
        bot.tap(phone, "matches:1")
    calls = bot.api.calls()
    refusals = {call["answer"].get("description", "") for call in calls if not call["answer"]["ok"]}
    assert all("not modified" in refusal for refusal in refusals)
    data = {button for call in calls for button in buttons(call)}
    assert any(button.startswith("pick:") for button in data)
    assert all(button.isascii() and len(button.encode()) <= 64 for button in data)


def test_what_was_answered_is_stored_and_what_was_taken_is_told(bot: WholeBot) -> None:
    """telegraf/session#5: the function returned before the save had finished."""
    at = Players(bot)
    at.begin()
    for number, (who, seat) in enumerate((("alice", 0), ("bob", 1)), 1):
        bot.update(at.update(who, f"pick:{CODE}:1:poker:0"))
        assert len(bot.match(CODE).seats[seat].picks) == 1
        bot.tell()
        cursors = bot.table.cursors(CODE)
        assert [cursor.told for cursor in cursors] == [bot.match(CODE).version] * 2, number
    assert "Poker" in at.alice.last()["text"]


def test_an_abandoned_match_blocks_no_other_and_ends(bot: WholeBot) -> None:
    """mau_mau_bot#138: an abandoned game blocked every new one."""
    at = Players(bot)
    at.begin()
    at.do("alice", "/new")
    codes = [match.code for match in bot.matches() if match.code != CODE]
    at.do("bob", f"/join {codes[0]}", f"pick:{codes[0]}:1:poker:0")
    bot.now += 10
    at.do("alice", "/new")
    assert len(bot.matches()) == 3
    bot.advance(2 * DAY)
    assert (bot.match(CODE).status, bot.match(codes[0]).status) == (Status.ABANDONED, Status.FORFEITED)
    bot.advance(7 * DAY)
    assert all(match.is_over for match in bot.matches())
    assert bot.table.live_codes(at.alice.id) == []


def test_a_match_outlives_the_functions_that_began_it(bot: WholeBot) -> None:
    """mau_mau_bot#66: a restart lost every game."""
    at = Players(bot)
    at.begin_and_pick()
    bot.restart()
    at.do("bob", f"pick:{CODE}:1:two:0")
    assert bot.match(CODE).revealed == 1
    for phone in (at.alice, at.bob):
        [hand] = hands(phone, CODE)
        assert "Round 2 of 16" in hand["text"]
