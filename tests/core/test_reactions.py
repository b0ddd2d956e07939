"""Reactions: after picking, one a round, changeable until the reveal, and shown to the other seat with it."""

from __future__ import annotations

import pytest

from core import match as matches
from core.combinations import Combination
from core.match import Match, Refusal, RefusedError
from core.reactions import Reaction, react, reaction_in
from core.view import view
from tests.infra.stores import START, begun, played

R = Reaction


def picked(match: Match, user_id: int = 1) -> Match:
    seat = match.seat_of(user_id) or 0
    return matches.pick(match, user_id, match.round, match.open_combinations(seat)[0], 0, START)


@pytest.mark.parametrize("reaction", R)
def test_a_reaction_is_its_players_alone_until_the_reveal(reaction: Reaction) -> None:
    match = react(picked(begun()), 1, 1, reaction)
    assert view(match, 0).my_reaction is reaction
    assert view(match, 1) == view(picked(begun()), 1)
    revealed = picked(match, 2)
    assert view(revealed, 0).my_reaction is None
    assert view(revealed, 0).reveals[0].mine.reaction is reaction
    assert view(revealed, 1).reveals[0].theirs.reaction is reaction
    assert view(revealed, 1).reveals[0].mine.reaction is None


def test_a_reaction_is_changed_and_taken_back_by_saying_what_is_wanted() -> None:
    match = react(picked(begun()), 1, 1, R.FIRE)
    assert react(match, 1, 1, R.FIRE) is match
    changed = react(match, 1, 1, R.HORROR)
    assert view(changed, 0).my_reaction is R.HORROR
    assert react(changed, 1, 1, None) == picked(begun())


def test_a_changed_pick_keeps_what_was_said() -> None:
    match = react(picked(begun()), 1, 1, R.LAUGHTER)
    again = matches.pick(match, 1, 1, Combination.POKER, 1, START)
    assert view(again, 0).my_reaction is R.LAUGHTER


def test_each_round_has_its_own() -> None:
    match = react(picked(played(begun(), 3)), 1, 4, R.APPLAUSE)
    match = picked(match, 2)
    match = react(picked(match), 1, 5, R.FIRE)
    said = [reaction_in(match.seats[0], number) for number in range(1, 17)]
    assert said == [None, None, None, R.APPLAUSE, R.FIRE, *[None] * 11]


@pytest.mark.parametrize(
    "user_id, number, refusal",
    [
        (3, 3, Refusal.STRANGER),
        (1, 2, Refusal.ROUND_OVER),
        (1, 4, Refusal.ROUND_NOT_BEGUN),
        (2, 3, Refusal.NOTHING_PICKED),
    ],
)
def test_a_reaction_needs_a_pick_in_the_round_under_way(user_id: int, number: int, refusal: Refusal) -> None:
    match = picked(played(begun(), 2))
    with pytest.raises(RefusedError) as refused:
        react(match, user_id, number, R.FIRE)
    assert refused.value.refusal is refusal


def test_each_reaction_is_kept_by_a_letter_of_its_own() -> None:
    assert len({reaction.value[0] for reaction in R} | {"-"}) == len(R) + 1
