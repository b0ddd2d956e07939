"""A match that others watch."""

from __future__ import annotations

from core import duel
from core.combinations import ORDER, Combination
from core.forgetting import forget
from core.match import DAY, GUEST, Match, Place, Seat, Status, pick, resign
from core.view import Outcome, view

NOW = 1_800_000_000
ALICE, BOB = 1001, 1002
PLACE = Place(inline_message_id="AgAAANw3AABOZCLWZ1Jc2zpLzXg")
C = Combination


def accepted(secret: int = 7) -> Match:
    host, guest = Seat(user_id=ALICE, name="Alice"), Seat(user_id=BOB, name="Bob")
    return duel.accept("7K3MQ9XA", bytes([secret] * 32), host, guest, NOW, DAY, PLACE)


def both_picked(match: Match, mine: Combination, theirs: Combination) -> Match:
    return pick(pick(match, ALICE, match.round, mine, 0, NOW), BOB, match.round, theirs, 0, NOW)


def test_an_accepted_challenge_is_a_match_under_way_at_its_pace() -> None:
    match = accepted()
    assert (match.status, match.pace, match.deadline, match.duel) == (Status.ACTIVE, DAY, NOW + DAY, PLACE)
    assert [seat.user_id for seat in match.seats] == [ALICE, BOB]


def test_there_is_more_to_see_with_each_reveal_and_the_end_alone() -> None:
    match = accepted()
    chapters = [duel.chapter(match)]
    for mine, theirs in zip(ORDER, reversed(ORDER), strict=True):
        half = pick(match, BOB, match.round, theirs, 0, NOW)
        assert duel.chapter(half) == chapters[-1]
        match = pick(half, ALICE, half.round, mine, 0, NOW)
        chapters.append(duel.chapter(match))
    assert chapters == [*range(1, 17), 18]  # the last reveal is the end as well


def test_what_is_watched_tells_the_revealed_rounds_and_the_totals() -> None:
    match = both_picked(both_picked(accepted(), C.MAJOR_SUM, C.POKER), C.MINOR_SUM, C.FOUR_OF_A_KIND)
    watched = duel.watched(match)
    assert watched.reveals == view(match, 0).reveals
    assert watched.totals == (view(match, 0).my_total, view(match, 1).my_total)
    assert (watched.names, watched.is_over, watched.outcome) == (("Alice", "Bob"), False, Outcome.NONE)


def test_nothing_watched_depends_on_a_pick_that_is_not_revealed() -> None:
    begun = both_picked(accepted(), C.MAJOR_SUM, C.POKER)
    states = [pick(begun, BOB, 2, combination, 0, NOW) for combination in (C.ONES, C.MINOR_SUM)]
    assert {duel.watched(match) for match in (begun, *states)} == {duel.watched(begun)}


def test_nothing_watched_depends_on_the_dice_of_a_round_that_is_not_revealed() -> None:
    assert duel.watched(accepted(1)) == duel.watched(accepted(2))


def test_a_duel_says_who_ended_it() -> None:
    watched = duel.watched(resign(accepted(), BOB, NOW))
    assert (watched.is_over, watched.ended_by, watched.outcome) == (True, GUEST, Outcome.WON)


def test_there_is_more_to_see_once_a_player_is_forgotten() -> None:
    ended = resign(accepted(), BOB, NOW)
    assert duel.chapter(forget(ended, BOB, NOW + DAY)) == duel.chapter(ended) + 1
    assert duel.watched(forget(ended, BOB, NOW + DAY)).names == ("Alice", "")
