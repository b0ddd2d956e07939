"""Deliver as the chat of someone sees it who plays alone, and what comes after any match: coach, review, proof."""

from __future__ import annotations

import pytest

from core import match as matches
from core import proof, solo
from core.combinations import Combination
from core.levels import Level
from core.match import DAY, Match, Seat
from core.view import view
from infra.local.phone import Phone
from tests.handlers.deliveries import Delivery, keyboards, seat_of, sends, texts
from tests.infra.stores import START


def begin(delivery: Delivery, level: Level = Level.BEST) -> Match:
    """Alice's match against the house, whose beginning her chat has heard."""
    match = solo.begin(delivery.code, bytes(range(32)), seat_of(delivery.alice), level, "House", START)
    return told(delivery, None, match)


def told(delivery: Delivery, before: Match | None, after: Match) -> Match:
    match, record = delivery.save(before, after)
    assert delivery.deliver([record]) == []
    return match


def pick(delivery: Delivery, match: Match, phone: Phone) -> Match:
    index = match.seat_of(phone.id)
    assert index is not None
    combination = match.open_combinations(index)[0]
    message_id = phone.last()["message_id"]
    after = matches.pick(match, phone.id, match.round, combination, 0, delivery.now, message_id)
    return told(delivery, match, solo.answered(after, delivery.now))


def finish(delivery: Delivery, match: Match, phone: Phone) -> Match:
    while not match.is_over:
        match = pick(delivery, match, phone)
    return match


def test_a_match_with_the_house_is_told_to_its_player_alone(delivery: Delivery) -> None:
    seen = delivery.api.last_call()
    begin(delivery)
    assert {int(call["parameters"]["chat_id"]) for call in delivery.api.calls(seen)} == {delivery.alice.id}
    news, hand = texts(delivery.alice)[-2:]
    assert "House" in news.splitlines()[0]
    assert "sealed" in news
    assert "Your dice" in hand
    assert all(told["disable_notification"] for told in sends(delivery, seen, delivery.alice))


def test_each_round_is_one_message_and_one_edit(delivery: Delivery) -> None:
    match = begin(delivery)
    for _ in range(3):
        seen = delivery.api.last_call()
        match = pick(delivery, match, delivery.alice)
        calls = delivery.api.calls(seen)
        assert sorted(call["method"] for call in calls) == ["editMessageText", "sendMessage"]
        assert set(keyboards(delivery.alice)) == {delivery.alice.last()["message_id"]}
    assert "House" in texts(delivery.alice)[-1].splitlines()[0]


def test_the_same_records_again_tell_nothing_twice(delivery: Delivery) -> None:
    match, first = delivery.save(
        None, solo.begin(delivery.code, bytes(32), seat_of(delivery.alice), Level.RANDOM, "Fluke", START)
    )
    after = solo.answered(matches.pick(match, delivery.alice.id, 1, Combination.POKER, 0, START), START)
    _, second = delivery.save(match, after)
    delivery.deliver([first, second])
    seen = delivery.api.last_call()
    assert delivery.deliver([first, second]) == []
    assert delivery.api.calls(seen) == []


def test_nothing_of_the_houses_hand_is_told_before_the_reveal(delivery: Delivery) -> None:
    match = begin(delivery)
    for _ in range(4):
        hidden = " ".join(map(str, view(match, 1).hand or ()))
        assert not any(hidden in text.rpartition("Round")[2] for text in texts(delivery.alice)[-1:])
        match = pick(delivery, match, delivery.alice)
        assert hidden in texts(delivery.alice)[-1]


def test_a_reminder_says_that_the_house_waits(delivery: Delivery) -> None:
    match = begin(delivery)
    seen = delivery.api.last_call()
    told(delivery, match, matches.tick(match, delivery.now + DAY * 9 // 10))
    [reminder] = sends(delivery, seen, delivery.alice)
    assert "House" in reminder["text"].splitlines()[0]
    assert "disable_notification" not in reminder


def test_the_coach_speaks_in_the_hands_own_message_which_stays_live(delivery: Delivery) -> None:
    match = begin(delivery)
    live = delivery.alice.last()["message_id"]
    seen = delivery.api.last_call()
    delivery.deliver([delivery.screen(delivery.alice, "coach", live, code=match.code, round=1)])
    assert [call["method"] for call in delivery.api.calls(seen)] == ["editMessageText"]
    assert "Coach: " in delivery.alice.last()["text"]
    assert set(keyboards(delivery.alice)) == {live}
    pick(delivery, match, delivery.alice)
    assert "Coach: " not in "".join(texts(delivery.alice))


def test_what_the_coach_was_asked_before_the_reveal_is_not_told_after_it(delivery: Delivery) -> None:
    match = begin(delivery)
    live = delivery.alice.last()["message_id"]
    asked = delivery.screen(delivery.alice, "coach", live, code=match.code, round=1)
    pick(delivery, match, delivery.alice)
    seen = delivery.api.last_call()
    assert delivery.deliver([asked]) == []
    assert delivery.api.calls(seen) == []


def test_the_levels_are_told_where_they_were_asked_for(delivery: Delivery) -> None:
    delivery.deliver([delivery.screen(delivery.alice, "levels", language="en")])
    data = [button["callback_data"] for button in delivery.alice.buttons()]
    assert data == ["solo:random", "solo:greedy", "solo:best"]


@pytest.mark.parametrize("level", Level)
def test_the_proof_comes_as_a_file_that_passes_its_check(delivery: Delivery, level: Level) -> None:
    match = finish(delivery, begin(delivery, level), delivery.alice)
    assert f"proof:{match.code}" in [button.get("callback_data") for button in delivery.alice.buttons()]
    delivery.deliver([delivery.screen(delivery.alice, "proof", code=match.code)])
    message = delivery.alice.last()
    assert message["document"]["file_name"] == f"7776-{match.code}.json"
    assert "python -m core.proof" in message["caption"]
    checked = proof.check(delivery.alice.file(message["document"]["file_id"]))
    assert checked["guest"]["level"] == level.value
    assert checked["seal"] in message["caption"]


def test_both_friends_get_the_same_proof_and_their_own_review(delivery: Delivery) -> None:
    match = delivery.begin()
    for combination in Combination:
        match = delivery.play_round(match, combination)
    result = delivery.alice.last()["message_id"]
    for phone in (delivery.alice, delivery.bob):
        delivery.deliver([delivery.screen(phone, "proof", code=match.code)])
    files = [phone.file(phone.last()["document"]["file_id"]) for phone in (delivery.alice, delivery.bob)]
    assert files[0] == files[1]
    for phone, other in ((delivery.alice, "Bob"), (delivery.bob, "Alice")):
        delivery.deliver([delivery.screen(phone, "review", code=match.code)])
        review = phone.last()["text"].splitlines()
        assert review[0].startswith("Review · you ")
        assert other in review[0]
    assert result in keyboards(delivery.alice), "the result keeps its buttons"


def test_a_proof_that_must_wait_is_dropped_and_can_be_asked_for_again(delivery: Delivery) -> None:
    match = finish(delivery, begin(delivery), delivery.alice)
    asked = delivery.screen(delivery.alice, "proof", code=match.code)
    with delivery.api.faults(method="sendDocument", error_code=429, retry_after=30):
        assert delivery.deliver([asked]) == []
    assert delivery.queue.sent == []
    delivery.deliver([delivery.screen(delivery.alice, "proof", code=match.code)])
    assert "document" in delivery.alice.last()


def test_a_challenge_is_told_from_its_beginning_to_the_comparison(delivery: Delivery) -> None:
    original = matches.join(
        matches.create("0000000G", bytes(range(32)), Seat(user_id=51, name="Carol"), START),
        Seat(user_id=52, name="Dan"),
        START,
    )
    for combination in Combination:
        for user_id in (51, 52):
            original = matches.pick(original, user_id, original.round, combination, 0, START)
    player = seat_of(delivery.bob)
    match = told(delivery, None, solo.begin_challenge(original, 1, delivery.code, player, "↻ Carol", START))
    news, hand = texts(delivery.bob)[-2:]
    assert "Dan" in news.splitlines()[0]
    assert "Your dice" in hand
    finish(delivery, match, delivery.bob)
    result = texts(delivery.bob)[-1]
    assert "Just as" in result.splitlines()[0]
    assert "Round by round" in result
    assert next(button["text"] for button in delivery.bob.buttons()) == "Try again"
