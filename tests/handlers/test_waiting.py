"""Chats that must wait: what comes late is told in order, once, and never more often than it may have arrived."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.combinations import Combination
from core.match import DAY, Match, give_time, resign, tick
from handlers.chat.spot import SLACK_S
from tests.handlers.deliveries import MINOR, POKER, SUM, Delivery, keyboards, sends, texts, visit


@pytest.mark.parametrize(
    "fault",
    [
        {"error_code": 429, "description": "Too Many Requests: retry after 17", "retry_after": 17},
        {"error_code": 502, "description": "Bad Gateway"},
    ],
)
def test_a_chat_that_must_wait_goes_to_the_queue_and_the_other_is_told(
    delivery: Delivery, fault: dict[str, Any]
) -> None:
    """python-telegram-bot#939 and hermes-agent#47229: a wait is never slept through, and nothing is dropped."""
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", **fault):
        match = delivery.play_round(match, POKER)
    assert "Poker" in texts(delivery.alice)[-1]
    [(code, seat, delay_s)] = delivery.queue.sent
    assert (code, seat) == (match.code, 1)
    assert delay_s == fault.get("retry_after", 5) + SLACK_S


def test_only_its_visit_speaks_to_a_waiting_chat_and_tells_all_in_order(delivery: Delivery) -> None:
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=30):
        match = delivery.play_round(match, POKER)
    seen = delivery.api.last_call()
    match = delivery.play_round(match, SUM)
    match = delivery.play_round(match, MINOR)
    assert sends(delivery, seen, delivery.bob) == []
    delivery.now += 30
    assert delivery.visit(match.code, 1) == []
    told = [call["text"] for call in sends(delivery, seen, delivery.bob)]
    assert ["Poker" in told[0], "Major Sum" in told[1], "Minor Sum" in told[2], len(told)] == [True, True, True, 3]
    assert keyboards(delivery.bob)[-1] == delivery.bob.last()["message_id"]
    delivery.play_round(match, Combination.ONES)
    assert len(sends(delivery, seen, delivery.bob)) == 4


WAITS = [
    {"error_code": 429, "description": "Too Many Requests: retry after 17", "retry_after": 17},
    {"error_code": 502, "description": "Bad Gateway"},
    {"drop_reply": True},
]


@pytest.mark.parametrize("fault", WAITS, ids=["429", "502", "lost answer"])
def test_a_reminder_that_had_to_wait_comes_as_a_reminder(delivery: Delivery, fault: dict[str, Any]) -> None:
    """It rings for the one who is waited for, and offers the other to give more time."""
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    delivery.deliver([record])
    match, record = delivery.save(match, tick(match, delivery.now + DAY))
    with delivery.api.faults(method="sendMessage", **fault):
        delivery.deliver([record])
    seen = delivery.api.last_call()
    delivery.now += 60
    for seat in (0, 1):
        assert delivery.visit(match.code, seat) == []
    [to_bob], [to_alice] = sends(delivery, seen, delivery.bob), sends(delivery, seen, delivery.alice)
    assert to_bob["text"].startswith("⏰")
    assert (to_bob.get("disable_notification"), to_alice.get("disable_notification")) == (None, True)
    assert f"more:{match.code}:{match.deadline}" in str(to_alice["reply_markup"])
    assert keyboards(delivery.bob)[-1] == delivery.bob.last()["message_id"]


def test_more_time_that_was_given_to_a_waiting_chat_rings_there(delivery: Delivery) -> None:
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    delivery.deliver([record])
    reminded, reminder = delivery.save(match, tick(match, delivery.now + DAY))
    match, given = delivery.save(reminded, give_time(reminded, delivery.alice.id, reminded.deadline or 0, delivery.now))
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=502):
        delivery.deliver([reminder, given])
    seen = delivery.api.last_call()
    delivery.now += 60
    delivery.visit(match.code, 1)
    [told] = sends(delivery, seen, delivery.bob)
    assert told["text"].startswith("⏰ \u2068Alice\u2069 gave you 1 day more.")
    assert "disable_notification" not in told


def test_what_a_waiting_chat_was_to_be_reminded_of_is_past_once_its_round_is_revealed(delivery: Delivery) -> None:
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    delivery.deliver([record])
    match, record = delivery.save(match, tick(match, delivery.now + DAY))
    with delivery.api.faults(chat_id=delivery.alice.id, method="sendMessage", error_code=502):
        delivery.deliver([record])
    match, record = delivery.pick(match, delivery.bob, SUM)
    delivery.deliver([record])
    seen = delivery.api.last_call()
    delivery.now += 60
    delivery.visit(match.code, 0)
    [told] = sends(delivery, seen, delivery.alice)
    assert "Round 2 of 16" in told["text"]


def test_a_visit_before_its_time_waits_on_and_a_second_one_says_nothing(delivery: Delivery) -> None:
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=30):
        match = delivery.play_round(match, POKER)
    seen = delivery.api.last_call()
    delivery.visit(match.code, 1)
    assert delivery.queue.sent[-1] == (match.code, 1, 30)
    delivery.now += 30
    delivery.visit(match.code, 1)
    delivery.visit(match.code, 1)
    assert len(sends(delivery, seen, delivery.bob)) == 1


def test_a_wait_that_is_noted_after_its_visit_has_come_gets_another_visit(delivery: Delivery) -> None:
    match = delivery.begin()

    def stall(wait: Callable[[], Any]) -> Any:
        delivery.now += 30
        delivery.deliver_elsewhere([visit(match.code, 1)])
        return wait()

    with (
        delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=5),
        delivery.first_call("wait", stall, seat=1),
    ):
        match = delivery.play_round(match, POKER)
    assert delivery.queue.sent == [(match.code, 1, 5 + SLACK_S), (match.code, 1, SLACK_S)]
    delivery.now += 30
    delivery.visit(match.code, 1)
    assert "Poker" in texts(delivery.bob)[-1]


def play_unanswered(delivery: Delivery, match: Match, visits: int, **calls: Any) -> Match:
    """A round is played while no answer to (such) calls for Bob's chat arrives, nor to so many visits after that."""
    with delivery.api.faults(chat_id=delivery.bob.id, drop_reply=True, **calls):
        match = delivery.play_round(match, POKER)
        for _ in range(visits):
            delivery.now += 900
            assert delivery.visit(match.code, 1) == []
    return match


def test_a_send_whose_answer_was_lost_is_repeated_a_few_times_only(delivery: Delivery) -> None:
    """python-telegram-bot#1045 and SiderealPress/Lobster#630: a timed-out send became six copies."""
    match = delivery.begin()
    seen = delivery.api.last_call()
    match = play_unanswered(delivery, match, 10, method="sendMessage")
    assert len([text for text in texts(delivery.bob) if "Poker" in text]) == 5
    assert len(sends(delivery, seen, delivery.alice)) == 1
    delivery.play_round(match, SUM)
    delivery.visit(match.code, 1)
    assert "Major Sum" in texts(delivery.bob)[-1]


@pytest.mark.parametrize(
    "fault", [*WAITS, {"error_code": 403, "description": "Forbidden: bot was blocked by the user"}]
)
def test_every_cursor_goes_in_time_and_later_than_its_match(delivery: Delivery, fault: dict[str, Any]) -> None:
    """A match that outlived its cursors would be told anew by whatever changes in it."""
    table, record = delivery.save(None, delivery.host())
    delivery.deliver([record])
    with delivery.api.faults(chat_id=delivery.bob.id, **fault):
        match, record = delivery.save(table, delivery.match())
        delivery.deliver([record])
        match = delivery.settle(match)
        match, record = delivery.save(match, resign(match, delivery.alice.id, delivery.now))
        delivery.deliver([record])
        delivery.now += 1000
        delivery.visit(match.code, 1)
    items = [item for item in delivery.store.items() if item["pk"]["S"] == f"MATCH#{match.code}"]
    expiries = {item["sk"]["S"]: int(item["expires_at"]["N"]) for item in items}
    assert set(expiries) >= {"MATCH", "CHAT#0"}
    assert min(expiries.values()) == expiries["MATCH"]
    assert list(expiries.values()).count(expiries["MATCH"]) == 1


def give_up(delivery: Delivery) -> Match:
    """Bob's answers are lost until the reveal of round 1 is sent to him no more."""
    match = play_unanswered(delivery, delivery.begin(), 3, method="sendMessage")
    delivery.queue.sent.clear()
    return match


def told_again(delivery: Delivery, match: Match, after: int) -> list[str]:
    """What Bob is sent once the visit comes that has been asked for."""
    assert {(code, seat) for code, seat, _ in delivery.queue.sent} == {(match.code, 1)}
    assert delivery.visit(match.code, 1) == []
    delivery.queue.sent.clear()
    assert delivery.visit(match.code, 1) == []
    return [sent["text"] for sent in sends(delivery, after, delivery.bob)]


def test_what_may_have_arrived_is_sent_again_soon_and_then_past_a_stall_of_telegrams(delivery: Delivery) -> None:
    match = delivery.begin()
    seen = delivery.api.last_call()
    play_unanswered(delivery, match, 3, method="sendMessage")
    *resends, look = [delay_s for _, _, delay_s in delivery.queue.sent]
    assert ([delay_s - SLACK_S for delay_s in resends], look) == ([5, 60, 900], 900)
    assert len(sends(delivery, seen, delivery.bob)) == 4


def test_what_was_given_up_in_a_stall_of_telegrams_is_told_once_more_when_it_answers_again(delivery: Delivery) -> None:
    match = delivery.begin()
    seen = delivery.api.last_call()
    with delivery.api.faults(chat_id=delivery.bob.id, drop_reply=True):
        match = delivery.play_round(match, POKER)
        for _ in range(9):
            assert delivery.queue.sent, "somebody looks at this chat again"
            delivery.queue.sent.clear()
            delivery.now += 902
            assert delivery.visit(match.code, 1) == []
        assert len(sends(delivery, seen, delivery.bob)) == 4
    seen = delivery.api.last_call()
    for _ in range(2):
        assert delivery.visit(match.code, 1) == []
    [told] = sends(delivery, seen, delivery.bob)
    assert "Poker" in told["text"]
    assert delivery.table.untold_codes(delivery.bob.id) == []


def test_news_amid_a_stall_of_telegrams_does_not_use_up_the_last_try(delivery: Delivery) -> None:
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, drop_reply=True):
        match = delivery.play_round(match, POKER)
        for _ in range(4):
            delivery.now += 902
            delivery.visit(match.code, 1)
        match, record = delivery.pick(match, delivery.alice, SUM)
        assert delivery.deliver([record]) == []
        assert delivery.visit(match.code, 1) == []
    seen = delivery.api.last_call()
    delivery.now += 902
    for _ in range(2):
        assert delivery.visit(match.code, 1) == []
    [told] = sends(delivery, seen, delivery.bob)
    assert "Poker" in told["text"]


def test_who_blocks_the_bot_amid_a_stall_is_noted_as_lost(delivery: Delivery) -> None:
    match = play_unanswered(delivery, delivery.begin(), 3)
    delivery.bob.block()
    delivery.now += 902
    assert delivery.visit(match.code, 1) == []
    assert [seat.is_unreachable for seat in delivery.settle(match).seats] == [False, True]


def test_a_reveal_that_was_given_up_is_told_with_the_next_change(delivery: Delivery) -> None:
    match, seen = give_up(delivery), delivery.api.last_call()
    _, record = delivery.pick(match, delivery.alice, SUM)
    assert delivery.deliver([record]) == []
    [told] = told_again(delivery, match, seen)
    assert "Poker" in told
    assert "Round 2 of 16" in told


def test_a_reveal_that_was_given_up_is_told_by_the_reminder(delivery: Delivery) -> None:
    match, seen = give_up(delivery), delivery.api.last_call()
    _, record = delivery.save(match, tick(match, match.due_at or 0))
    assert delivery.deliver([record]) == []
    [told] = told_again(delivery, match, seen)
    assert "Poker" in told


def test_a_reveal_that_was_given_up_is_told_to_whoever_asks_for_the_table(delivery: Delivery) -> None:
    match, seen = give_up(delivery), delivery.api.last_call()
    delivery.deliver([delivery.screen(delivery.bob, "table", code=match.code)])
    [told] = told_again(delivery, match, seen)
    assert "Poker" in told


def test_what_is_lost_again_is_sent_once_for_each_time_that_it_is_asked_for(delivery: Delivery) -> None:
    match, seen = give_up(delivery), delivery.api.last_call()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", drop_reply=True):
        for count in (1, 2):
            delivery.deliver([delivery.screen(delivery.bob, "table", code=match.code)])
            assert len(told_again(delivery, match, seen)) == count
            assert delivery.queue.sent == []
    delivery.deliver([delivery.screen(delivery.bob, "table", code=match.code)])
    assert len(told_again(delivery, match, seen)) == 3
    delivery.play_round(match, SUM)
    assert "Major Sum" in texts(delivery.bob)[-1]


def test_an_edit_that_only_tidies_is_dropped_in_flood_control(delivery: Delivery) -> None:
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="editMessageText", error_code=429, retry_after=30):
        delivery.play_round(match, POKER)
    assert delivery.queue.sent == []
    assert "Poker" in texts(delivery.bob)[-1]


def test_a_reveal_that_comes_during_a_visit_is_told_by_it(delivery: Delivery) -> None:
    """The stream left the reveal to the visit, which was just showing the hand of the round before."""
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.alice.id, method="sendMessage", error_code=429, retry_after=30):
        delivery.deliver([delivery.screen(delivery.alice, "table", code=match.code)])
    delivery.now += 30

    def reveal(record_message: Callable[[], Any]) -> Any:
        picked, first = delivery.pick(match, delivery.alice, POKER)
        _, second = delivery.pick(picked, delivery.bob, POKER)
        delivery.deliver_elsewhere([first, second])
        return record_message()

    with delivery.first_call("record_message", reveal):
        delivery.visit(match.code, 0)
    assert "Poker" in texts(delivery.alice)[-1]
    assert "Round 2" in texts(delivery.alice)[-1]


def test_flood_control_is_waited_for_as_long_as_telegram_says(delivery: Delivery) -> None:
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=3600):
        match = delivery.play_round(match, POKER)
    seen = delivery.api.last_call()
    delivery.now += 900
    delivery.visit(match.code, 1)
    assert sends(delivery, seen, delivery.bob) == []
    delivery.now += 2700
    delivery.visit(match.code, 1)
    assert len(sends(delivery, seen, delivery.bob)) == 1


def test_flood_control_before_it_does_not_use_up_the_resends_of_a_lost_answer(delivery: Delivery) -> None:
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=5):
        match = delivery.play_round(match, POKER)
        for _ in range(4):
            delivery.now += 60
            delivery.visit(match.code, 1)
    delivery.api.fault(chat_id=delivery.bob.id, method="sendMessage", drop_reply=True)
    for _ in range(2):
        delivery.now += 900
        delivery.visit(match.code, 1)
    assert "Poker" in texts(delivery.bob)[-1]
    assert set(keyboards(delivery.bob)[-1:]) == {delivery.bob.last()["message_id"]}


def test_a_visit_that_was_lost_is_asked_for_again_by_whoever_wants_the_table(delivery: Delivery) -> None:
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=5):
        match = delivery.play_round(match, POKER)
    delivery.queue.sent.clear()
    delivery.now += 3600
    delivery.deliver([delivery.screen(delivery.bob, "table", code=match.code)])
    assert [(code, seat) for code, seat, _ in delivery.queue.sent] == [(match.code, 1)]
