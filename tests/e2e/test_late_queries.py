"""Taps whose answer comes too late: Telegram says so, and the move counts all the same."""

from __future__ import annotations

from infra.local.phone import LocalBotApi
from tests.e2e import reading
from tests.e2e.player import seat_two


def test_a_pick_counts_although_its_query_is_too_old_to_be_answered(api: LocalBotApi) -> None:
    """telegraf#1719: "query is too old" crash-looped after an outage."""
    alice, bob, code = seat_two(api)
    table = alice.turn(code, 1)
    seen = api.last_call()
    query = {"id": "1", "from": alice.phone.user, "message": table, "chat_instance": "1"}
    api.update({"callback_query": query | {"data": f"pick:{code}:1:poker:0"}})
    assert "You picked Poker" in reading.text_of(alice.last())
    [answer] = [call["answer"] for call in api.calls(seen, "answerCallbackQuery")]
    assert "query is too old" in answer["description"]
    bob.pick(code, 1, "two")
    shown = reading.reveal(alice.turn(code, 2))
    assert shown is not None
    assert shown.mine.combination == "poker"
