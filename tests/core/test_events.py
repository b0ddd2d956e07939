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
    RematchOffered,
    RoundRevealed,
    TableOpened,
    moved,
    notices,
    story,
)
from core.match import DAY, ROUNDS, Match, cancel, join, rematch, resign, settle, tick
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


def test_a_reminder_is_noticed_once() -> None:
    match = joined()
    reminded = tick(match, NOW + DAY * 4 // 5)
    assert notices(match, reminded) == (DeadlineNeared(),)
    assert notices(reminded, picked(reminded, ALICE, Combination.POKER)) == ()
    assert notices(None, match) == ()


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
