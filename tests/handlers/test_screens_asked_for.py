"""Screens that a tap asks for: each once, and a table brought back beside the reveals that come meanwhile."""

from __future__ import annotations

from tests.handlers.deliveries import POKER, Delivery, keyboards


def test_a_screen_is_shown_once_however_often_its_record_comes(delivery: Delivery) -> None:
    record = delivery.screen(delivery.alice, "rules", page=0, language="en")
    delivery.deliver([record])
    seen = delivery.api.last_call()
    delivery.deliver([record])
    assert delivery.api.calls(seen) == []


def test_a_table_brought_back_takes_the_older_keyboard_away(delivery: Delivery) -> None:
    match = delivery.begin()
    older = delivery.alice.last()["message_id"]
    delivery.deliver([delivery.screen(delivery.alice, "table", code=match.code)])
    newer = delivery.alice.last()["message_id"]
    assert newer > older
    assert set(keyboards(delivery.alice)) == {newer}


def test_a_table_brought_back_while_a_reveal_is_told_ends_with_the_next_hand(delivery: Delivery) -> None:
    """The table was read, then a reveal was told and noted by another container, then the old table came below it."""
    old = delivery.begin()
    screen = delivery.screen(delivery.alice, "table", code=old.code)
    match, first = delivery.pick(old, delivery.alice, POKER)
    match, second = delivery.pick(match, delivery.bob, POKER)
    with (
        delivery.first_call("match", lambda _: old),
        delivery.first_call("record_message", lambda call: (delivery.deliver_elsewhere([first, second]), call())[1]),
    ):
        delivery.deliver([screen])
    assert "Round 2" in delivery.alice.last()["text"]
    assert set(keyboards(delivery.alice)) == {delivery.alice.last()["message_id"]}


def test_a_reveal_that_a_table_brought_back_has_overtaken_is_put_into_that_table(delivery: Delivery) -> None:
    """A reveal was sent, and before it was noted the old table came below it."""
    old = delivery.begin()
    screen = delivery.screen(delivery.alice, "table", code=old.code)
    match, first = delivery.pick(old, delivery.alice, POKER)
    assert delivery.deliver([first]) == []
    match, second = delivery.pick(match, delivery.bob, POKER)
    with (
        delivery.first_call("match", lambda _: old),
        delivery.first_call("record_message", lambda call: (delivery.deliver_elsewhere([screen]), call())[1], seat=0),
    ):
        delivery.deliver([second])
    assert "Round 2" in delivery.alice.last()["text"]
    assert set(keyboards(delivery.alice)) == {delivery.alice.last()["message_id"]}


def test_the_score_card_never_takes_the_place_of_the_live_table(delivery: Delivery) -> None:
    match = delivery.begin()
    live = delivery.alice.last()["message_id"]
    delivery.deliver([delivery.screen(delivery.alice, "score", live, code=match.code)])
    assert live in keyboards(delivery.alice)
    assert delivery.alice.last()["message_id"] > live


def test_a_change_asked_for_below_a_message_is_shown_in_the_table_that_has_taken_its_place(delivery: Delivery) -> None:
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    delivery.deliver([record])
    older = delivery.alice.last()["message_id"]
    screens = [
        delivery.screen(delivery.alice, "table", code=match.code),
        delivery.screen(delivery.alice, "change", older, code=match.code, round=1),
    ]
    assert delivery.deliver(screens) == []
    assert set(keyboards(delivery.alice)) == {delivery.alice.last()["message_id"]}
    assert "pick:" in str(delivery.alice.last()["reply_markup"])


def test_a_change_asked_for_after_the_reveal_shows_nothing(delivery: Delivery) -> None:
    match = delivery.begin()
    message_id = delivery.alice.last()["message_id"]
    screen = delivery.screen(delivery.alice, "change", message_id, code=match.code, round=1)
    delivery.play_round(match, POKER)
    seen = delivery.api.last_call()
    delivery.deliver([screen])
    assert delivery.api.calls(seen) == []
