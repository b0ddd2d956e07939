"""The story of a match, and what one change tells."""

from __future__ import annotations

import itertools

import pytest

from core.combinations import Combination
from core.events import (
    DeadlineNeared,
    FirstHandDealt,
    GuestJoined,
    MatchEnded,
    OpponentLost,
    PlayerReturned,
    RematchOffered,
    RoundRevealed,
    TableOpened,
    TimeGiven,
    moved,
    notices,
    story,
)
from core.match import (
    DAY,
    ROUNDS,
    Match,
    cancel,
    give_time,
    join,
    mark_reachable,
    mark_unreachable,
    rematch,
    resign,
    settle,
    tick,
)
from tests.core.builders import ALICE, BOB, NOW, SECRET, joined, opened, picked, played, seat


def a_life() -> list[Match]:
    """Every state of one whole match in order."""
    states = [opened(), joined()]
    for combination in Combination:
        states.append(picked(states[-1], ALICE, combination))
        states.append(picked(states[-1], BOB, combination))
    return states


@pytest.mark.parametrize("index", [0, 1])
def test_a_story_only_ever_grows_at_its_end(index: int) -> None:
    lives = [a_life(), [*a_life()[:8], resign(a_life()[7], BOB, NOW)], [*a_life()[:5], settle(a_life()[4], NOW + DAY)]]
    offered = rematch(played(ROUNDS), "0000000A", SECRET, seat(ALICE), NOW)
    lives += [[offered, join(offered, seat(BOB), NOW)], [offered, cancel(offered, BOB, NOW)]]
    lost = mark_unreachable(a_life()[4], 1)
    lives += [
        [*a_life()[:5], lost, cancel(lost, ALICE, NOW)],
        [offered, cancel(mark_unreachable(offered, 0), BOB, NOW)],
    ]
    for life in lives:
        for earlier, later in itertools.pairwise(life):
            if len(earlier.seats) > index:
                told = story(earlier, index)
                assert story(later, index)[: len(told)] == told


def test_a_whole_match_tells_each_reveal_once_and_then_the_end() -> None:
    rounds = tuple(RoundRevealed(number) for number in range(1, ROUNDS))
    assert story(played(ROUNDS), 0) == (TableOpened(), GuestJoined(), FirstHandDealt(), *rounds, MatchEnded())
    assert story(played(ROUNDS), 1) == (GuestJoined(), FirstHandDealt(), *rounds, MatchEnded())


def test_a_pick_alone_is_no_news() -> None:
    assert story(picked(joined(), ALICE, Combination.POKER), 1) == story(joined(), 1)


def test_both_hear_of_a_rematch_and_of_its_refusal() -> None:
    offered = rematch(played(ROUNDS), "0000000A", SECRET, seat(ALICE), NOW)
    assert story(offered, 0) == story(offered, 1) == (RematchOffered(),)
    assert story(cancel(offered, BOB, NOW), 0) == (RematchOffered(), MatchEnded())


def test_a_rematch_that_is_taken_back_calls_nobody_and_one_that_is_declined_calls_who_asked() -> None:
    offered = rematch(resign(joined(), BOB, NOW), "0THER001", bytes(32), seat(ALICE), NOW)
    withdrawn, declined = cancel(offered, ALICE, NOW), cancel(offered, BOB, NOW)
    assert (moved(offered, withdrawn, 0), moved(offered, withdrawn, 1)) == (True, True)
    assert (moved(offered, declined, 0), moved(offered, declined, 1)) == (False, True)


def test_a_reminder_is_noticed_once() -> None:
    match = joined()
    reminded = tick(match, NOW + DAY * 4 // 5)
    assert notices(match, reminded, 0) == notices(match, reminded, 1) == (DeadlineNeared(),)
    assert notices(reminded, picked(reminded, ALICE, Combination.POKER), 0) == ()
    assert notices(None, match, 0) == ()


def test_only_who_was_given_time_hears_of_it() -> None:
    match = tick(picked(joined(), ALICE, Combination.POKER), NOW + DAY * 9 // 10)
    longer = give_time(match, ALICE, NOW + DAY, NOW + DAY * 9 // 10)
    assert (notices(match, longer, 0), notices(match, longer, 1)) == ((), (TimeGiven(),))
    revealed = picked(longer, BOB, Combination.POKER, NOW + DAY)
    assert notices(longer, revealed, 0) == notices(longer, revealed, 1) == ()


def test_only_the_other_hears_of_a_lost_player_and_only_once() -> None:
    match = joined()
    lost = mark_unreachable(match, 1)
    assert (notices(match, lost, 0), notices(match, lost, 1)) == ((OpponentLost(),), ())
    later = picked(lost, ALICE, Combination.POKER)
    assert (notices(lost, later, 0), notices(lost, later, 1)) == ((), ())


def test_a_guest_hears_of_a_host_who_was_lost_before() -> None:
    table = mark_unreachable(opened(), 0)
    match = join(table, seat(BOB), NOW)
    assert (notices(table, match, 0), notices(table, match, 1)) == ((), (OpponentLost(),))


def test_a_player_who_comes_back_is_the_one_to_be_told() -> None:
    lost = mark_unreachable(joined(), 1)
    back = mark_reachable(lost, BOB)
    assert (notices(lost, back, 0), notices(lost, back, 1)) == ((), (PlayerReturned(),))
    assert (moved(lost, back, 0), moved(lost, back, 1)) == (False, True)


def test_a_change_is_the_doing_of_the_seat_that_tapped() -> None:
    table, match = opened(), joined()
    assert moved(None, table, 0)
    assert (moved(table, match, 0), moved(table, match, 1)) == (False, True)
    one = picked(match, ALICE, Combination.POKER)
    assert (moved(match, one, 0), moved(match, one, 1)) == (True, False)
    gone = resign(one, BOB, NOW)
    assert (moved(one, gone, 0), moved(one, gone, 1)) == (False, True)
    late = settle(one, NOW + DAY)
    assert (moved(one, late, 0), moved(one, late, 1)) == (False, False)
