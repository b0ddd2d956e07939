"""Deliver as the chats see it: what each save brings them, once, in order, whatever fails on the way."""

from __future__ import annotations

from typing import Any

import pytest

from core import codes
from core.combinations import Combination
from core.match import (
    DAY,
    MINUTE,
    ROUNDS,
    cancel,
    give_time,
    join,
    mark_unreachable,
    pick,
    resign,
    set_pace,
    settle,
    tick,
)
from core.reactions import Reaction, react
from core.view import totals
from infra import items
from infra.local.phone import Phone
from tests.handlers.deliveries import POKER, SUM, Delivery, keyboards, phones, seat_of, sends, texts
from tests.infra.stores import CODE


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


def test_the_end_of_a_match_that_a_stop_left_untold_is_told_once(delivery: Delivery) -> None:
    """Whoever takes it up has no change to tell of, but the match as it is."""
    match = delivery.begin()
    over, _ = delivery.save(match, resign(match, delivery.alice.id, delivery.now))
    unchanged = delivery.record(items.match_item(over), items.match_item(over))
    for _ in range(2):
        assert delivery.deliver([unchanged]) == []
    for phone in phones(delivery):
        assert len([text for text in texts(phone) if "resigned" in text]) == 1


def test_a_stop_after_a_reminder_reminds_nobody_once_more(delivery: Delivery) -> None:
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    match, reminder = delivery.save(match, tick(match, match.due_at or 0))
    match, reacted = delivery.save(match, react(match, delivery.alice.id, 1, Reaction.FIRE))
    assert delivery.deliver([record, reminder, reacted]) == []
    seen = delivery.api.last_call()
    assert delivery.deliver([delivery.record(items.match_item(match), items.match_item(match))]) == []
    assert delivery.api.calls(seen) == []


def test_the_end_that_a_stop_left_untold_is_noted_for_who_cannot_be_reached(delivery: Delivery) -> None:
    match = delivery.begin()
    match, record = delivery.save(match, mark_unreachable(match, 1))
    delivery.bob.block()
    assert delivery.deliver([record]) == []
    over, _ = delivery.save(match, resign(match, delivery.alice.id, delivery.now))
    assert delivery.deliver([delivery.record(items.match_item(over), items.match_item(over))]) == []
    assert delivery.table.untold_codes(delivery.bob.id) == [match.code]


def test_a_reminder_that_a_stop_left_untold_is_told_once(delivery: Delivery) -> None:
    match, record = delivery.pick(delivery.begin(), delivery.alice, POKER)
    assert delivery.deliver([record]) == []
    reminded, _ = delivery.save(match, tick(match, match.due_at or 0))
    unchanged = delivery.record(items.match_item(reminded), items.match_item(reminded))
    for _ in range(2):
        assert delivery.deliver([unchanged]) == []
    assert len([text for text in texts(delivery.bob) if text.startswith("⏰")]) == 1


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


def test_a_message_that_cannot_be_edited_is_sent_anew(delivery: Delivery) -> None:
    match = delivery.begin()
    fault = {"error_code": 400, "description": "Bad Request: message to edit not found"}
    delivery.api.fault(chat_id=delivery.alice.id, method="editMessageText", **fault)
    _, record = delivery.pick(match, delivery.alice, POKER)
    delivery.deliver([record])
    assert "You picked Poker" in delivery.alice.last()["text"]
    assert keyboards(delivery.alice)[-1] == delivery.alice.last()["message_id"]


def test_a_hand_goes_only_to_its_own_player(delivery: Delivery) -> None:
    delivery.code = CODE  # in its first rounds no two hands are alike
    match = delivery.begin()
    for combination in list(Combination)[:4]:
        hands = {phone.id: texts(phone)[-1].rpartition("Your dice")[2].split("\n")[0] for phone in phones(delivery)}
        assert hands[delivery.alice.id] not in str(delivery.bob.messages())
        assert hands[delivery.bob.id] not in str(delivery.alice.messages())
        match = delivery.play_round(match, combination)
