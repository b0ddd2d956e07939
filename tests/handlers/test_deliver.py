"""Deliver as the chats see it: what each save brings them, once, in order, whatever fails on the way."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from core import codes
from core.combinations import Combination
from core.match import DAY, MINUTE, ROUNDS, Match, cancel, give_time, join, pick, resign, set_pace, settle, tick
from core.view import totals
from handlers.chat.spot import SLACK_S
from infra.local.phone import Phone
from tests.handlers.deliveries import TOKEN, Delivery, seat_of
from tests.infra.stores import CODE

POKER, SUM, MINOR = Combination.POKER, Combination.MAJOR_SUM, Combination.MINOR_SUM


def texts(phone: Phone) -> list[str]:
    """What the bot has written to a phone, as it now stands."""
    return [message["text"] for message in phone.messages() if message["from"]["is_bot"]]


def keyboards(phone: Phone) -> list[int]:
    """The messages that have buttons of a match: picks, change or a rematch."""
    live = ("pick:", "change:", "rematch:", "cancel:")
    return [
        message["message_id"]
        for message in phone.messages()
        for row in message.get("reply_markup", {}).get("inline_keyboard", [])
        for button in row[:1]
        if button.get("callback_data", "").startswith(live)
    ]


def sends(delivery: Delivery, after: int, phone: Phone) -> list[dict[str, Any]]:
    calls = delivery.api.calls(after, "sendMessage")
    return [call["parameters"] for call in calls if int(call["parameters"]["chat_id"]) == phone.id]


def test_a_new_table_is_told_to_its_host_without_a_ring(delivery: Delivery) -> None:
    seen = delivery.api.last_call()
    _, record = delivery.save(None, delivery.host())
    assert delivery.deliver([record]) == []
    [told] = sends(delivery, seen, delivery.alice)
    assert told["disable_notification"]
    assert codes.shown(delivery.code) in texts(delivery.alice)[-1]


def test_a_new_pace_is_put_into_the_invitation_and_told_to_the_guest(delivery: Delivery) -> None:
    table, record = delivery.save(None, delivery.host())
    delivery.deliver([record])
    seen = delivery.api.last_call()
    table, record = delivery.save(table, set_pace(table, delivery.alice.id, 5 * MINUTE))
    assert delivery.deliver([record]) == []
    assert [call["method"] for call in delivery.api.calls(seen)] == ["editMessageText"]
    assert "5 minutes per pick" in texts(delivery.alice)[-1]
    _, record = delivery.save(table, join(table, seat_of(delivery.bob), delivery.now))
    delivery.deliver([record])
    assert "5 minutes per pick" in texts(delivery.bob)[-2]


@pytest.mark.parametrize("is_joined", [True, False], ids=["joined", "cancelled"])
def test_an_invitation_says_no_longer_that_it_is_open_once_it_is_not(delivery: Delivery, *, is_joined: bool) -> None:
    table, record = delivery.save(None, delivery.host())
    delivery.deliver([record])
    assert "Your table is open" in texts(delivery.alice)[0]
    if is_joined:
        after = join(table, seat_of(delivery.bob), delivery.now)
    else:
        after = cancel(table, delivery.alice.id, delivery.now)
    _, record = delivery.save(table, after)
    delivery.deliver([record])
    past = next(message for message in delivery.alice.messages() if message["from"]["is_bot"])
    assert past["text"].startswith("You opened table")
    assert "reply_markup" not in past


def test_both_hear_that_the_match_is_on_and_get_their_own_hand(delivery: Delivery) -> None:
    delivery.begin()
    assert "Bob" in texts(delivery.alice)[-2].splitlines()[0]
    assert "Alice" in texts(delivery.bob)[-2].splitlines()[0]
    hands = [texts(phone)[-1].splitlines()[1] for phone in (delivery.alice, delivery.bob)]
    assert all(hand.startswith("Your dice") for hand in hands)


def test_the_seal_comes_to_both_before_their_first_hand(delivery: Delivery) -> None:
    delivery.begin()
    for phone in (delivery.alice, delivery.bob):
        written = texts(phone)
        first_hand = next(index for index, text in enumerate(written) if "Your dice" in text)
        assert any("sealed" in text for text in written[:first_hand])


def test_a_pick_edits_my_message_to_waiting_and_the_others_to_ready(delivery: Delivery) -> None:
    match = delivery.begin()
    seen = delivery.api.last_call()
    _, record = delivery.pick(match, delivery.alice, POKER)
    delivery.deliver([record])
    assert "You picked Poker" in texts(delivery.alice)[-1]
    assert "Alice" in texts(delivery.bob)[-1]
    assert [call["method"] for call in delivery.api.calls(seen)] == ["editMessageText"] * 2


def test_a_changed_pick_is_shown_to_nobody_but_its_player(delivery: Delivery) -> None:
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    delivery.deliver([record])
    seen = delivery.api.last_call()
    _, record = delivery.pick(match, delivery.alice, SUM)
    delivery.deliver([record])
    assert {int(call["parameters"]["chat_id"]) for call in delivery.api.calls(seen)} == {delivery.alice.id}


def test_a_reveal_is_one_new_message_each_and_takes_the_older_keyboard_away(delivery: Delivery) -> None:
    """lila#5283: every reveal is a new message, so that a player hears that it is his turn."""
    match = delivery.begin()
    seen = delivery.api.last_call()
    delivery.play_round(match, POKER)
    for phone in (delivery.alice, delivery.bob):
        [told] = sends(delivery, seen, phone)
        assert told.get("disable_notification", False) == (phone is delivery.bob)
        assert keyboards(phone)[-1:] == [phone.last()["message_id"]]
        assert len(set(keyboards(phone))) == 1
        edits = [call for call in delivery.api.calls(seen) if call["method"].startswith("edit")]
        assert sum(int(edit["parameters"]["chat_id"]) == phone.id for edit in edits) <= 2


def test_the_same_batch_twice_tells_nothing_twice(delivery: Delivery) -> None:
    table, first = delivery.save(None, delivery.host())
    match, second = delivery.save(table, delivery.match())
    picked, third = delivery.pick(match, delivery.alice, POKER)
    _, fourth = delivery.pick(picked, delivery.bob, POKER)
    batch = [first, second, third, fourth]
    delivery.deliver(batch)
    seen = delivery.api.last_call()
    assert delivery.deliver(batch) == []
    assert delivery.api.calls(seen) == []


def test_a_record_that_was_lost_is_made_good_by_the_next(delivery: Delivery) -> None:
    match = delivery.begin()
    match, _ = delivery.pick(match, delivery.alice, POKER)
    match, _ = delivery.pick(match, delivery.bob, POKER)
    _, record = delivery.pick(match, delivery.alice, SUM)
    delivery.deliver([record])
    assert any("Poker" in text.splitlines()[1] for text in texts(delivery.bob) if len(text.splitlines()) > 1)


def test_the_sixteenth_reveal_is_the_result(delivery: Delivery) -> None:
    match = delivery.begin()
    for combination in Combination:
        match = delivery.play_round(match, combination)
    assert match.revealed == ROUNDS
    for phone in (delivery.alice, delivery.bob):
        assert "rematch:" in str(phone.last()["reply_markup"])
        assert match.secret.hex() in texts(phone)[-1].replace("\n", "")


def last_pick(delivery: Delivery) -> tuple[Phone, Phone, dict[str, Any]]:
    """The winner, the loser, and the record that tells them so; they have heard all that was before."""
    match, alice, bob = delivery.match(), delivery.alice, delivery.bob
    for mine, theirs in zip(Combination, reversed(Combination), strict=True):
        before = pick(match, alice.id, match.round, mine, 0, delivery.now)
        match = pick(before, bob.id, match.round, theirs, 0, delivery.now)
    before, record = delivery.save(None, before)
    assert delivery.deliver([record]) == []
    _, record = delivery.save(before, pick(before, bob.id, ROUNDS, theirs, 0, delivery.now))
    mine_total, their_total = totals(match, 0)
    assert mine_total != their_total
    return (alice, bob, record) if mine_total > their_total else (bob, alice, record)


def test_the_winners_result_has_an_effect_and_the_losers_has_none(delivery: Delivery) -> None:
    winner, loser, record = last_pick(delivery)
    assert delivery.deliver([record]) == []
    assert winner.last()["text"].startswith("🏆")
    assert winner.last()["effect_id"]
    assert "effect_id" not in loser.last()


def test_the_winner_hears_of_it_without_the_effect_if_telegram_refuses_that(delivery: Delivery) -> None:
    winner, _, record = last_pick(delivery)
    seen = delivery.api.last_call()
    refusal = {"error_code": 400, "description": "Bad Request: EFFECT_ID_INVALID"}
    delivery.api.fault(chat_id=winner.id, method="sendMessage", **refusal)
    assert delivery.deliver([record]) == []
    assert ["message_effect_id" in sent for sent in sends(delivery, seen, winner)] == [True, False]
    assert winner.last()["text"].startswith("🏆")
    assert "effect_id" not in winner.last()


@pytest.mark.parametrize("how", ["resign", "cancel", "expire", "forfeit", "abandon"])
def test_both_hear_how_a_match_ended(delivery: Delivery, how: str) -> None:
    table, record = delivery.save(None, delivery.host())
    delivery.deliver([record])
    ends = {
        "cancel": lambda: cancel(table, delivery.alice.id, delivery.now),
        "expire": lambda: settle(table, delivery.now + 8 * DAY),
    }
    before = table
    if how not in ends:
        before, record = delivery.save(table, delivery.match())
        delivery.deliver([record])
        if how == "forfeit":
            before, record = delivery.pick(before, delivery.alice, POKER)
            delivery.deliver([record])
        ends |= {
            "resign": lambda: resign(before, delivery.bob.id, delivery.now),
            "forfeit": lambda: settle(before, delivery.now + 2 * DAY),
            "abandon": lambda: settle(before, delivery.now + 2 * DAY),
        }
    seen = delivery.api.last_call()
    _, record = delivery.save(before, ends[how]())
    assert delivery.deliver([record]) == []
    assert len(sends(delivery, seen, delivery.alice)) == 1
    assert len(sends(delivery, seen, delivery.bob)) == (0 if before is table else 1)
    assert "pick:" not in str([message.get("reply_markup") for message in delivery.bob.messages()])


def test_a_reminder_rings_for_the_one_who_is_waited_for(delivery: Delivery) -> None:
    """Piterden/chessbot#33: a player never heard that it was his turn."""
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    delivery.deliver([record])
    seen = delivery.api.last_call()
    _, record = delivery.save(match, tick(match, delivery.now + DAY))
    delivery.deliver([record])
    [to_bob], [to_alice] = sends(delivery, seen, delivery.bob), sends(delivery, seen, delivery.alice)
    assert (to_bob.get("disable_notification"), to_alice.get("disable_notification")) == (None, True)
    assert keyboards(delivery.bob)[-1] == delivery.bob.last()["message_id"]


def test_more_time_is_told_to_both_and_the_hand_comes_with_it(delivery: Delivery) -> None:
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    delivery.deliver([record])
    delivery.now += DAY * 9 // 10
    match, record = delivery.save(match, tick(match, delivery.now))
    delivery.deliver([record])
    offer = delivery.alice.last()
    more = offer["reply_markup"]["inline_keyboard"][0][0]
    assert (more["text"], more["callback_data"]) == ("Give 1 day more", f"more:{match.code}:{match.deadline}")
    seen = delivery.api.last_call()
    _, record = delivery.save(match, give_time(match, delivery.alice.id, match.deadline or 0, delivery.now))
    screen = delivery.screen(delivery.alice, "given", offer["message_id"], code=match.code, seconds=DAY)
    assert delivery.deliver([record, screen]) == []
    [told] = sends(delivery, seen, delivery.bob)
    assert told["text"].startswith("⏰ \u2068Alice\u2069 gave you 1 day more.")
    assert "disable_notification" not in told
    assert keyboards(delivery.bob)[-1] == delivery.bob.last()["message_id"]
    assert sends(delivery, seen, delivery.alice) == []
    assert delivery.alice.last()["text"] == "You gave \u2068Bob\u2069 1 day more."
    assert "more:" not in str([message.get("reply_markup") for message in delivery.alice.messages()])


def test_a_tap_knows_its_message_before_the_cursor_does(delivery: Delivery) -> None:
    """The hand was sent, deliver died before it could note the message, and the player has tapped it already."""
    match = delivery.begin()
    hand = delivery.alice.last()["message_id"]
    key = {"pk": {"S": f"MATCH#{match.code}"}, "sk": {"S": "CHAT#0"}}
    [cursor] = [item for item in delivery.store.items() if key.items() <= item.items()]
    delivery.store.put({name: value for name, value in cursor.items() if name != "message_id"})
    _, record = delivery.pick(match, delivery.alice, POKER, message_id=hand)
    delivery.deliver([record])
    assert "You picked Poker" in texts(delivery.alice)[-1]
    assert len(set(keyboards(delivery.alice))) == 1


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


def test_a_send_whose_answer_was_lost_is_repeated_a_few_times_only(delivery: Delivery) -> None:
    """python-telegram-bot#1045 and SiderealPress/Lobster#630: a timed-out send became six copies."""
    match = delivery.begin()
    seen = delivery.api.last_call()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", drop_reply=True):
        match = delivery.play_round(match, POKER)
        for _ in range(10):
            delivery.now += 900
            delivery.visit(match.code, 1)
    assert len([text for text in texts(delivery.bob) if "Poker" in text]) <= 4
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
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", drop_reply=True):
        match = delivery.play_round(match, POKER)
        for _ in range(3):
            delivery.now += 900
            assert delivery.visit(match.code, 1) == []
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
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", drop_reply=True):
        match = delivery.play_round(match, POKER)
        for _ in range(3):
            delivery.now += 900
            delivery.visit(match.code, 1)
    assert [delay_s - SLACK_S for _, _, delay_s in delivery.queue.sent] == [5, 60, 900]
    assert len(sends(delivery, seen, delivery.bob)) == 4


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


def test_a_message_that_cannot_be_edited_is_sent_anew(delivery: Delivery) -> None:
    match = delivery.begin()
    fault = {"error_code": 400, "description": "Bad Request: message to edit not found"}
    delivery.api.fault(chat_id=delivery.alice.id, method="editMessageText", **fault)
    _, record = delivery.pick(match, delivery.alice, POKER)
    delivery.deliver([record])
    assert "You picked Poker" in delivery.alice.last()["text"]
    assert keyboards(delivery.alice)[-1] == delivery.alice.last()["message_id"]


def test_a_failing_record_is_reported_with_all_behind_it_and_no_other_match_waits(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    match, bad = delivery.pick(delivery.begin(), delivery.alice, POKER)
    _, behind = delivery.pick(match, delivery.bob, POKER)
    screen = delivery.screen(delivery.alice, "rules", page=0, language="en")
    with delivery.store.refusing("InternalServerError", "Query"):
        caplog.set_level(logging.ERROR)
        assert delivery.deliver([bad, screen, behind]) == [
            record["dynamodb"]["SequenceNumber"] for record in (bad, behind)
        ]
    assert texts(delivery.alice)[-1].startswith("Rules")
    assert delivery.deliver([bad, behind]) == []
    assert "Poker" in texts(delivery.bob)[-1]


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


def test_a_hand_goes_only_to_its_own_player(delivery: Delivery) -> None:
    delivery.code = CODE  # in its first rounds no two hands are alike
    match = delivery.begin()
    for combination in list(Combination)[:4]:
        hands = {phone.id: texts(phone)[-1].rpartition("Your dice")[2].split("\n")[0] for phone in phones(delivery)}
        assert hands[delivery.alice.id] not in str(delivery.bob.messages())
        assert hands[delivery.bob.id] not in str(delivery.alice.messages())
        match = delivery.play_round(match, combination)


def phones(delivery: Delivery) -> tuple[Phone, Phone]:
    return delivery.alice, delivery.bob


def test_no_log_line_holds_the_token_the_secret_or_a_pick(delivery: Delivery, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="7776")
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, error_code=429, retry_after=3):
        match, record = delivery.pick(match, delivery.alice, Combination.MINOR_STRAIGHT)
        delivery.deliver([record])
    logged = " ".join(str(record.__dict__) for record in caplog.records if record.name.startswith("7776"))
    for hidden in (TOKEN, match.secret.hex(), str(match.secret), "minor_straight", "Minor Straight"):
        assert hidden not in logged


def facts(caplog: pytest.LogCaptureFixture, what: str) -> list[dict[str, Any]]:
    return [vars(record) for record in caplog.records if record.getMessage() == what]


def test_each_record_is_one_line_that_says_what_became_of_both_chats(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    match = delivery.begin()
    caplog.set_level(logging.INFO, "7776")
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=3):
        match = delivery.play_round(match, POKER)
    lines = facts(caplog, "record")
    assert [(line["function"], line["of"], line["code"], line["version"]) for line in lines] == [
        ("deliver", "match", match.code, version) for version in (3, 4)
    ]
    assert (lines[1]["host"], lines[1]["guest"]) == ("told", "waits")


def test_a_batch_is_measured_once_by_what_it_brought(delivery: Delivery, caplog: pytest.LogCaptureFixture) -> None:
    match = delivery.begin()
    caplog.set_level(logging.INFO, "7776.metrics")
    match, first = delivery.pick(match, delivery.alice, POKER)
    match, second = delivery.pick(match, delivery.bob, POKER)
    for record in (first, second):
        record["dynamodb"]["ApproximateCreationDateTime"] = float(delivery.now)
    delivery.now += 2
    delivery.deliver([first, second])
    [line] = facts(caplog, "metrics")
    assert (line["Picks"], line["ChatsTold"], line["DeliveryDelay"], line["Stack"]) == (2, 4, [2000, 2000], "tests")
    caplog.clear()
    delivery.deliver([first, second])
    assert facts(caplog, "metrics") == []


def test_what_had_to_wait_and_who_was_lost_is_measured(delivery: Delivery, caplog: pytest.LogCaptureFixture) -> None:
    match = delivery.begin()
    caplog.set_level(logging.INFO, "7776.metrics")
    with delivery.api.faults(chat_id=delivery.bob.id, error_code=429, retry_after=3):
        delivery.play_round(match, POKER)
    assert sum(line.get("ChatsWaiting", 0) for line in facts(caplog, "metrics")) == 1
    other = delivery.settle(delivery.table.match(match.code) or match)
    delivery.now += 10
    delivery.alice.block()
    delivery.visit(match.code, 1)
    _, record = delivery.pick(other, delivery.bob, SUM)
    delivery.deliver([record])
    assert sum(line.get("ChatsGivenUp", 0) for line in facts(caplog, "metrics")) == 1


def test_an_unreadable_match_is_logged_and_holds_up_nothing(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="7776")
    odd: Match = delivery.host()
    _, record = delivery.save(None, odd)
    record["dynamodb"]["NewImage"]["format"] = {"N": "99"}
    assert delivery.deliver([record]) == []
    assert "format_unknown" in [line.getMessage() for line in caplog.records]


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
