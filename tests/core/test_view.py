"""What one seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.combinations import Combination
from core.dice import key, roll
from core.match import DAY, ROUNDS, Match, resign, settle
from core.view import Outcome, view
from tests.core.builders import ALICE, BOB, NOW, SECRET, joined, opened, picked, played

SUM, POKER = Combination.MAJOR_SUM, Combination.POKER
IN_ORDER = tuple(Combination)
BACKWARDS = IN_ORDER[::-1]


def with_other_pick(match: Match, combination: Combination) -> Match:
    return picked(match, BOB, combination)


def test_a_seat_sees_its_own_hand_in_ascending_order() -> None:
    own = roll(key(SECRET, "7K3MQ9XA", "", ""), 1, 0)
    assert view(joined(), 0).hand == tuple(sorted(own))


def test_what_a_seat_sees_does_not_depend_on_the_other_pick() -> None:
    assert view(with_other_pick(joined(), SUM), 0) == view(with_other_pick(joined(), POKER), 0)


def test_a_changed_pick_of_the_other_shows_nothing() -> None:
    once = with_other_pick(joined(), SUM)
    assert view(picked(once, BOB, POKER), 0) == view(once, 0)


@pytest.mark.parametrize("rounds", [0, 7, 15])
def test_what_a_seat_sees_does_not_depend_on_the_other_dice(rounds: int) -> None:
    """Two secrets with the same own hand give the same view, seal and earlier reveals aside."""
    match = played(rounds)
    seen = view(match, 0)
    assert not seen.they_are_ready
    twin = next(
        other
        for number in range(200_000)
        if view_hand(other := played_with(match, number.to_bytes(32, "big"))) == seen.hand
    )
    assert replace(view(twin, 0), seal="", reveals=()) == replace(seen, seal="", reveals=())


def played_with(match: Match, secret: bytes) -> Match:
    return match.model_copy(update={"secret": secret})


def view_hand(match: Match) -> tuple[int, ...]:
    return tuple(sorted(roll(key(match.secret, match.code, "", ""), match.round, 0)))


def test_the_secret_is_told_only_when_the_match_is_over() -> None:
    assert all(view(played(rounds), 0).secret is None for rounds in range(ROUNDS))
    assert view(opened(), 0).secret is None
    for over in (
        played(ROUNDS),
        resign(joined(), BOB, NOW),
        settle(joined(), NOW + DAY),
        settle(opened(), NOW + 9 * DAY),
    ):
        assert view(over, 0).secret == SECRET.hex()


def test_both_seats_see_the_same_reveal_from_their_own_side() -> None:
    match = played(5)
    for mine, theirs in zip(view(match, 0).reveals, view(match, 1).reveals, strict=True):
        assert (mine.mine, mine.theirs) == (theirs.theirs, theirs.mine)
        assert (mine.my_total, mine.their_total) == (theirs.their_total, theirs.my_total)


def test_used_combinations_are_no_longer_offered() -> None:
    match = picked(played(3), ALICE, SUM)
    seen = view(match, 0)
    assert seen.open_combinations == tuple(Combination)[3:]
    assert seen.my_pick is SUM


def test_the_one_who_resigns_loses_whatever_the_totals() -> None:
    match = resign(played(3), ALICE, NOW)
    assert (view(match, 0).outcome, view(match, 1).outcome) == (Outcome.LOST, Outcome.WON)


@pytest.mark.parametrize(
    "hosts, guests, totals, outcomes",
    [
        (IN_ORDER, IN_ORDER, (-229, -229), (Outcome.DRAWN, Outcome.DRAWN)),
        (IN_ORDER, BACKWARDS, (-229, -329), (Outcome.WON, Outcome.LOST)),
        (BACKWARDS, IN_ORDER, (-329, -229), (Outcome.LOST, Outcome.WON)),
    ],
)
def test_a_finished_match_goes_to_the_higher_total(
    hosts: Sequence[Combination],
    guests: Sequence[Combination],
    totals: tuple[int, int],
    outcomes: tuple[Outcome, Outcome],
) -> None:
    match = joined()
    for mine, theirs in zip(hosts, guests, strict=True):
        match = picked(picked(match, ALICE, mine), BOB, theirs)
    seen, other = view(match, 0), view(match, 1)
    assert (seen.my_total, other.my_total) == (other.their_total, seen.their_total) == totals
    assert (seen.outcome, other.outcome) == outcomes


def test_nothing_hidden_is_in_the_text_of_a_match_or_a_view() -> None:
    match = picked(joined(), ALICE, SUM)
    text = repr(match) + str(match)
    assert SECRET.hex() not in text
    assert repr(SECRET)[2:20] not in text
    assert "picks" not in text
    assert "hand" not in repr(view(match, 0))
