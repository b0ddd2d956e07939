"""A player who gets no messages: the other hears of it once, with a way out; all is made good when they come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.combinations import Combination
from core.match import DAY, Match, Status, cancel, join, mark_reachable, mark_unreachable, resign, settle
from infra.local.phone import Phone
from tests.handlers.deliveries import Delivery, seat_of

POKER, SUM, MINOR = Combination.POKER, Combination.MAJOR_SUM, Combination.MINOR_SUM
GONE = [
    {"error_code": 403, "description": "Forbidden: bot was blocked by the user"},
    {"error_code": 403, "description": "Forbidden: user is deactivated"},
    {"error_code": 400, "description": "Bad Request: chat not found"},
]


def texts(phone: Phone) -> list[str]:
    return [message["text"] for message in phone.messages() if message["from"]["is_bot"]]


def lost_notes(phone: Phone) -> int:
    return sum(text.splitlines()[0].endswith("can't be reached just now.") for text in texts(phone))


def attempts(delivery: Delivery, after: int, phone: Phone) -> list[str]:
    calls = delivery.api.calls(after)
    return [call["method"] for call in calls if int(call["parameters"].get("chat_id", 0)) == phone.id]


def pick(delivery: Delivery, match: Match, phone: Phone, combination: Combination) -> Match:
    """A pick, and all that it sets going."""
    match, record = delivery.pick(match, phone, combination)
    assert delivery.deliver([record]) == []
    return delivery.settle(match)


def save(delivery: Delivery, match: Match, after: Match) -> Match:
    match, record = delivery.save(match, after)
    assert delivery.deliver([record]) == []
    return delivery.settle(match)


def bob_is_lost(delivery: Delivery) -> Match:
    """Bob has blocked the bot, Alice has picked in round 1, and all has been told that could be."""
    match = delivery.begin()
    delivery.bob.block()
    return pick(delivery, match, delivery.alice, POKER)


@pytest.mark.parametrize("fault", GONE, ids=lambda fault: fault["description"])
def test_a_final_refusal_marks_the_seat_and_tells_the_other_once_with_a_way_out(
    delivery: Delivery, fault: dict[str, Any]
) -> None:
    """lnp2pBot/bot#269: a player blocked the bot in mid-game and the game hung."""
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, **fault):
        match = pick(delivery, match, delivery.alice, POKER)
        match = pick(delivery, match, delivery.alice, SUM)
        match = pick(delivery, match, delivery.bob, SUM)
    assert [seat.is_unreachable for seat in match.seats] == [False, True]
    assert lost_notes(delivery.alice) == 1
    note = next(message for message in delivery.alice.messages() if "can't be reached" in message["text"])
    ways_on = [button["callback_data"] for row in note["reply_markup"]["inline_keyboard"] for button in row]
    assert ways_on == [f"table:{match.code}", f"cancel:{match.code}"]
    assert delivery.queue.sent == []


def test_a_crash_after_the_first_hand_does_not_lose_the_note_that_the_host_is_gone(delivery: Delivery) -> None:
    table, opened = delivery.save(None, delivery.host())
    table, lost = delivery.save(table, mark_unreachable(table, 0))
    assert delivery.deliver([opened, lost]) == []
    _, joined = delivery.save(table, join(table, seat_of(delivery.bob), delivery.now))

    def crash(record: Callable[[], Any]) -> None:
        record()
        raise ConnectionError

    with delivery.first_call("record_message", crash, seat=1):
        assert len(delivery.deliver([joined])) == 1
    assert lost_notes(delivery.bob) == 0
    for _ in range(2):
        assert delivery.deliver([joined]) == []
        assert lost_notes(delivery.bob) == 1
    assert sum("Your dice" in text for text in texts(delivery.bob)) == 1


def test_the_note_and_its_way_out_come_once_to_a_chat_that_had_to_wait(delivery: Delivery) -> None:
    match = delivery.begin()
    delivery.bob.block()
    match, record = delivery.pick(match, delivery.alice, POKER)
    assert delivery.deliver([record]) == []
    with delivery.api.faults(chat_id=delivery.alice.id, error_code=429, retry_after=30):
        match = delivery.settle(match)
    assert lost_notes(delivery.alice) == 0
    delivery.now += 30
    assert delivery.visit(match.code, 0) == []
    assert lost_notes(delivery.alice) == 1
    assert f"cancel:{match.code}" in str(delivery.alice.last()["reply_markup"])
    with delivery.api.faults(chat_id=delivery.alice.id, error_code=429, retry_after=30):
        delivery.deliver([delivery.screen(delivery.alice, "table", code=match.code)])
    delivery.now += 30
    assert delivery.visit(match.code, 0) == []
    assert lost_notes(delivery.alice) == 1


def test_the_note_is_silent_and_says_that_the_clock_runs_on(delivery: Delivery) -> None:
    match = delivery.begin()
    delivery.bob.block()
    seen, deadline = delivery.api.last_call(), match.deadline
    match = pick(delivery, match, delivery.alice, POKER)
    [note] = [call["parameters"] for call in delivery.api.calls(seen, "sendMessage") if "reached" in str(call)]
    assert note["disable_notification"]
    assert "time runs on" in note["text"]
    assert match.deadline == deadline


def test_a_lost_chat_is_tried_only_when_its_story_goes_on(delivery: Delivery) -> None:
    match = bob_is_lost(delivery)
    seen = delivery.api.last_call()
    for combination in (SUM, MINOR, POKER):
        match = pick(delivery, match, delivery.alice, combination)
    assert attempts(delivery, seen, delivery.bob) == []
    match = pick(delivery, match, delivery.bob, SUM)
    assert attempts(delivery, seen, delivery.bob) == ["sendMessage"]


def test_who_comes_back_hears_every_reveal_that_was_missed_and_gets_the_hand(delivery: Delivery) -> None:
    match = delivery.begin()
    match = pick(delivery, match, delivery.bob, SUM)
    delivery.bob.block()
    match = pick(delivery, match, delivery.alice, POKER)
    match = pick(delivery, match, delivery.alice, MINOR)
    assert match.seats[1].is_unreachable
    delivery.bob.unblock()
    before = len(texts(delivery.bob))
    match = save(delivery, match, mark_reachable(match, delivery.bob.id))
    told = texts(delivery.bob)[before:]
    assert len(told) == 1
    assert "Poker" in told[0]
    assert "Round 2 of 16" in told[0]
    assert "pick:" in str(delivery.bob.last()["reply_markup"])
    assert lost_notes(delivery.alice) == 1


def test_who_missed_nothing_gets_the_table_again_and_the_older_keyboard_goes(delivery: Delivery) -> None:
    match = bob_is_lost(delivery)
    older = delivery.bob.last()["message_id"]
    delivery.bob.unblock()
    save(delivery, match, mark_reachable(match, delivery.bob.id))
    newer = delivery.bob.last()
    assert newer["message_id"] > older
    assert "Round 1" in newer["text"] or "round 1" in newer["text"]
    assert [message["message_id"] for message in delivery.bob.messages() if "reply_markup" in message][-1:] == [
        newer["message_id"]
    ]


def test_a_chat_that_takes_the_next_reveal_after_all_is_found_again_and_gets_nothing_twice(delivery: Delivery) -> None:
    match = bob_is_lost(delivery)
    delivery.bob.unblock()
    before = len(texts(delivery.bob))
    match = pick(delivery, match, delivery.bob, SUM)
    assert not match.seats[1].is_unreachable
    assert len(texts(delivery.bob)) == before + 1


def test_an_end_that_comes_while_a_player_is_found_is_told(delivery: Delivery) -> None:
    match = bob_is_lost(delivery)
    delivery.bob.unblock()
    match, reveal = delivery.pick(match, delivery.bob, SUM)

    def give_up(load: Callable[[], Any]) -> Any:
        found = mark_reachable(match, delivery.bob.id)
        delivery.table.save(match, resign(found, delivery.bob.id, delivery.now))
        return load()

    with delivery.first_call("match", give_up):
        assert delivery.deliver([reveal]) == []
    assert delivery.settle(match).status is Status.RESIGNED
    for phone in (delivery.alice, delivery.bob):
        assert "resigned" in texts(phone)[-1].splitlines()[0]


def test_a_chat_that_is_lost_again_is_told_of_again_and_answers_nothing_for_ever(delivery: Delivery) -> None:
    match = bob_is_lost(delivery)
    match = save(delivery, match, mark_reachable(match, delivery.bob.id))
    assert match.seats[1].is_unreachable
    assert lost_notes(delivery.alice) == 2
    assert delivery.settle(match) == match


def test_the_same_records_twice_tell_of_a_lost_player_once(delivery: Delivery) -> None:
    match = delivery.begin()
    delivery.bob.block()
    picked, record = delivery.pick(match, delivery.alice, POKER)
    delivery.deliver([record])
    lost, [news] = delivery.news(picked)
    seen = delivery.api.last_call()
    for batch in ([record, news], [news], [record, news]):
        assert delivery.deliver(batch) == []
    assert lost_notes(delivery.alice) == 1
    assert len([call for call in delivery.api.calls(seen, "sendMessage") if "reached" in str(call)]) == 1
    assert delivery.settle(lost) == lost


def test_a_match_that_is_called_off_ends_for_both_with_the_secret_told(delivery: Delivery) -> None:
    match = bob_is_lost(delivery)
    match = save(delivery, match, cancel(match, delivery.alice.id, delivery.now))
    assert match.status is Status.CANCELLED
    told = texts(delivery.alice)[-1]
    assert told.startswith("You cancelled the match with")
    assert match.secret.hex() in told
    assert all("pick:" not in str(message.get("reply_markup")) for message in delivery.alice.messages())


def test_a_guest_who_joins_a_lost_hosts_table_hears_of_it(delivery: Delivery) -> None:
    table, record = delivery.save(None, delivery.host())
    delivery.deliver([record])
    delivery.alice.block()
    match = save(delivery, mark_lost(delivery, table), delivery.match())
    assert lost_notes(delivery.bob) == 1
    assert match.seats[0].is_unreachable


def mark_lost(delivery: Delivery, table: Match) -> Match:
    """A host whom an earlier send did not reach."""
    saved, record = delivery.save(table, mark_unreachable(table, 0))
    assert delivery.deliver([record]) == []
    return saved


def test_the_reminder_and_the_end_go_on_for_the_one_who_can_be_reached(delivery: Delivery) -> None:
    match = bob_is_lost(delivery)
    match = save(delivery, match, settle(match, delivery.now + 2 * DAY))
    assert match.status is Status.FORFEITED
    assert texts(delivery.alice)[-1].startswith("🏆")
    assert lost_notes(delivery.alice) == 1


def test_a_lost_chat_that_had_to_wait_is_left_alone_by_its_visit(delivery: Delivery) -> None:
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=30):
        match = delivery.play_round(match, POKER)
    delivery.bob.block()
    delivery.now += 30
    assert delivery.visit(match.code, 1) == []
    match = delivery.settle(match)
    assert match.seats[1].is_unreachable
    assert lost_notes(delivery.alice) == 1
    delivery.bob.unblock()
    save(delivery, match, mark_reachable(match, delivery.bob.id))
    assert "Poker" in texts(delivery.bob)[-1]
    assert len(delivery.queue.sent) == 1
