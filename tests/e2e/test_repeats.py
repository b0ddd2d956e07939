"""Updates that come twice, late or at the same time, and replies that are lost: nothing changes that should not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from infra.local.phone import LocalBotApi
from tests.e2e import reading
from tests.e2e.player import Player, seat_two

SENDS = "sendMessage"


def tap_update(player: Player, message_id: int, data: str, number: int) -> dict[str, Any]:
    """A tap as a raw update, with a query id of its own."""
    message = next(one for one in player.phone.messages() if one["message_id"] == message_id)
    query = {"id": str(number), "from": player.phone.user, "message": message, "chat_instance": "1", "data": data}
    return {"callback_query": query}


def rounds_told(player: Player) -> int:
    return sum(reading.reveal(message) is not None for message in player.messages())


def test_a_tap_that_comes_many_times_is_one_pick(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    table = alice.turn(code, 1)
    tap = tap_update(alice, table["message_id"], f"pick:{code}:1:poker:0", 10**9)
    first = api.update(tap)
    for _ in range(3):
        api.update(first)
    for number in range(3):
        api.update(tap_update(alice, table["message_id"], f"pick:{code}:1:poker:0", 10**9 + 1 + number))
    bob.pick(code, 1, "two")
    shown = reading.reveal(alice.turn(code, 2))
    assert shown is not None
    assert shown.mine.combination == "poker"
    assert rounds_told(alice) == rounds_told(bob) == 1
    api.update(first)
    assert rounds_told(alice) == 1
    assert "poker" not in alice.open_combinations(code, 2)


def test_both_players_tapping_at_the_same_moment_reveal_each_round_once(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    with ThreadPoolExecutor(2) as pool:
        for match_round, combination in enumerate(("poker", "two", "major_sum"), 1):
            tapped = list(pool.map(lambda player: player.pick(code, match_round, combination), (alice, bob)))  # noqa: B023
            assert all(one.answered for one in tapped)
            for player in (alice, bob):
                player.turn(code, match_round + 1)
    assert rounds_told(alice) == rounds_told(bob) == 3


def test_a_send_that_fails_reaches_the_chat_later_and_delays_nobody_else(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    alice.pick(code, 1, "poker")
    alice.last()
    api.fault(method=SENDS, chat_id=bob.phone.id, error_code=502)
    bob.pick(code, 1, "two")
    assert reading.reveal(alice.turn(code, 2)) is not None
    assert rounds_told(bob) == 0
    api.advance(60)
    assert reading.reveal(bob.turn(code, 2)) is not None
    assert rounds_told(bob) == 1


def test_a_flooded_chat_waits_as_long_as_telegram_asks_and_then_hears_every_reveal_in_order(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    api.fault(method=SENDS, chat_id=alice.phone.id, retry_after=3_000)
    for match_round, combination in enumerate(("poker", "two"), 1):
        bob.pick(code, match_round, combination)
        bob.last()
        live = alice.phone.last()
        alice.tap(live, f"pick:{code}:{match_round}:{combination}:0")
        bob.turn(code, match_round + 1)
    assert rounds_told(alice) == 0
    for _ in range(4):
        api.advance(900)
    alice.turn(code, 3)
    mine = [shown.mine.combination for one in alice.messages() if (shown := reading.reveal(one)) is not None]
    assert mine == ["poker", "two"]


def test_a_reply_that_is_lost_shows_a_message_twice_at_most(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    alice.pick(code, 1, "poker")
    alice.last()
    api.fault(method=SENDS, chat_id=bob.phone.id, drop_reply=True)
    bob.pick(code, 1, "two")
    alice.turn(code, 2)
    api.advance(60)
    assert rounds_told(bob) in (1, 2)
    bob.pick(code, 2, "major_sum")
    alice.pick(code, 2, "major_sum")
    assert reading.reveal(bob.turn(code, 3)) is not None


def test_a_player_who_blocks_the_bot_does_not_stop_the_other(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    bob.phone.block()
    alice.pick(code, 1, "poker")
    assert "Bob can't be reached" in reading.text_of(alice.last())
    assert any("You picked Poker" in reading.text_of(message) for message in alice.messages())
    bob.phone.unblock()
    bob.phone.send("/matches")
    bob.messages()
    bob.pick(code, 1, "two")
    assert reading.reveal(alice.turn(code, 2)) is not None
