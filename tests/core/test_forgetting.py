"""What is left in a match of a player who has been forgotten."""

from __future__ import annotations

import pytest

from core import match as matches
from core import solo
from core.combinations import Combination
from core.forgetting import forget
from core.levels import Level
from core.match import DAY, Match, Refusal, RefusedError, Seat, Status
from core.reactions import Reaction, react
from core.view import Outcome, view
from tests.infra.stores import CODE, START, begun, opened, played

ZENOBIA = Seat(user_id=777_000_111, name="Zenobia", word="clover", message_id=5, is_novice=True)
CAROL = Seat(user_id=3, name="Carol")
OTHER = "0000000G"


def with_zenobia(rounds: int = 0) -> Match:
    return played(begun(CODE, ZENOBIA), rounds)


def house(rounds: int) -> Match:
    match = solo.begin(CODE, bytes(32), ZENOBIA, Level.BEST, "House", START)
    for _ in range(rounds):
        combination = match.open_combinations(0)[0]
        match = solo.answered(matches.pick(match, ZENOBIA.user_id, match.round, combination, 0, START), START)
    return match


def offered() -> Match:
    return matches.rematch(with_zenobia(16), OTHER, bytes(32), Seat(user_id=2, name="Bob"), START)


def challenge(seat: int) -> Match:
    return solo.begin_challenge(with_zenobia(16), seat, OTHER, CAROL, "↻ somebody", START)


CASES = {
    "open": (opened(CODE, ZENOBIA), Status.CANCELLED),
    "asked for a rematch": (offered(), Status.CANCELLED),
    "begun": (with_zenobia(), Status.RESIGNED),
    "under way": (with_zenobia(7), Status.RESIGNED),
    "finished": (with_zenobia(16), Status.FINISHED),
    "the house": (house(3), Status.RESIGNED),
    "with the house, finished": (house(16), Status.FINISHED),
    "her hands played again": (challenge(0), Status.ACTIVE),
    "her throws met again": (
        challenge(1).with_seat(0, name="↻ Zenobia"),
        Status.ACTIVE,
    ),
}


@pytest.mark.parametrize("match, status", CASES.values(), ids=CASES)
def test_neither_name_nor_number_stays_and_once_more_changes_nothing(match: Match, status: Status) -> None:
    after = forget(match, ZENOBIA.user_id, START + 500)
    assert after.status is status
    for trace in (str(ZENOBIA.user_id), "Zenobia"):
        assert trace in match.model_dump_json()
        assert trace not in after.model_dump_json()
    assert forget(after, ZENOBIA.user_id, START + 900) is after


def test_who_stays_wins_what_went_on() -> None:
    after = forget(with_zenobia(7), ZENOBIA.user_id, START + 500)
    assert view(after, 1).outcome is Outcome.WON
    assert view(after, 1).reveals == view(with_zenobia(7), 1).reveals
    assert view(after, 1).they_have_left


def test_a_match_that_was_out_of_time_ends_as_it_would_have() -> None:
    match = matches.pick(with_zenobia(3), ZENOBIA.user_id, 4, Combination.POKER, 0, START + 120)
    after = forget(match, ZENOBIA.user_id, START + 3 * DAY)
    assert after.status is Status.FORFEITED
    assert view(after, 1).outcome is Outcome.LOST


def test_the_dice_can_still_be_checked() -> None:
    before, after = with_zenobia(16), forget(with_zenobia(16), ZENOBIA.user_id, START)
    assert after.dice_key == before.dice_key
    assert view(after, 1).reveals == view(before, 1).reveals
    assert view(after, 1).lucky_words == view(before, 1).lucky_words


def test_what_was_said_of_rounds_goes_too() -> None:
    match = matches.pick(with_zenobia(), ZENOBIA.user_id, 1, Combination.POKER, 0, START)
    match = react(match, ZENOBIA.user_id, 1, Reaction.FIRE)
    assert forget(match, ZENOBIA.user_id, START).seats[0].reactions == ""


def test_matches_of_others_stay_as_they_are() -> None:
    match = begun()
    assert forget(match, ZENOBIA.user_id, START) is match


def test_nobody_can_ask_a_forgotten_player_for_a_rematch() -> None:
    ended = forget(with_zenobia(7), ZENOBIA.user_id, START)
    with pytest.raises(RefusedError) as refused:
        matches.rematch(ended, OTHER, bytes(32), Seat(user_id=2, name="Bob"), START)
    assert refused.value.refusal is Refusal.OPPONENT_LEFT


def test_hands_that_are_played_again_and_again_know_whose_they_are() -> None:
    first = challenge(0)
    assert first.challenge is not None
    assert (first.challenge.user_id, first.seats[1].replays) == (ZENOBIA.user_id, 2)
    for _ in range(16):
        combination = first.open_combinations(0)[0]
        first = solo.answered(matches.pick(first, CAROL.user_id, first.round, combination, 0, START), START)
    second = solo.begin_challenge(first, 0, "0000000H", Seat(user_id=4, name="Dan"), "↻ Bob", START)
    assert second.challenge is not None
    assert (second.challenge.user_id, second.seats[1].replays) == (CAROL.user_id, 2)
    again = solo.again(first, "0000000J", bytes(32), CAROL, START)
    assert again.challenge == first.challenge
    assert again.seats[1].replays == 2
