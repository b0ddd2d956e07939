"""Deadlines, by the playground's clock: the reminder, the forfeit, the abandoned match, the invitation."""

from __future__ import annotations

from infra.local.phone import LocalBotApi
from tests.e2e import reading
from tests.e2e.player import Player, seat_two

HOUR = 3_600
DAY = 24 * HOUR


def told(player: Player) -> list[str]:
    return [reading.text_of(message) for message in player.messages()]


def test_who_has_not_picked_is_reminded_and_then_forfeits(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    alice.pick(code, 1, "poker")
    api.advance(20 * HOUR)
    assert any("⏰ Alice waits" in text for text in told(bob))
    reminder = bob.wait_for(lambda one: "⏰" in one["text"])
    assert reading.data_of(reminder, f"pick:{code}:1:")
    api.advance(5 * HOUR)
    assert "🏆" in reading.first_line(alice.result(code))
    assert "🏆" not in reading.first_line(bob.result(code))


def test_a_pick_by_the_reminder_goes_on_with_the_match(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    alice.pick(code, 1, "poker")
    alice.last()
    api.advance(20 * HOUR)
    bob.pick(code, 1, "two")
    assert reading.reveal(alice.turn(code, 2)) is not None
    api.advance(5 * HOUR)
    assert not any("time ran out" in text for text in told(alice) + told(bob))


def test_when_neither_picks_nobody_wins(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    api.advance(DAY + 60)
    assert "nobody wins" in reading.text_of(alice.result(code))
    assert "nobody wins" in reading.text_of(bob.result(code))


def test_an_invitation_expires_after_seven_days(api: LocalBotApi) -> None:
    alice, bob = Player(api, "Alice"), Player(api, "Bob")
    code = alice.open_table()
    api.advance(7 * DAY + 60)
    assert any("Nobody joined" in text for text in told(alice))
    bob.join(code)
    assert not any("Bob" in text for text in told(alice))
    assert not any(reading.data_of(message, "pick:") for message in bob.messages())
