"""Matches that a player has alone: when the house picks, what its picks follow from, and hands played again."""

from __future__ import annotations

import hmac
import random
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import dice, house, match, solo
from core.combinations import ORDER, Combination
from core.events import FirstHandDealt, GuestJoined, MatchEnded, RoundRevealed, moved, story
from core.levels import Level
from core.state import DAY, HOUSE, Match, Refusal, RefusedError, Seat, Status
from core.view import totals, view
from tests.core.builders import ALICE, BOB, CAROL, NOW, SECRET, joined, played, seat

levels = pytest.mark.parametrize("level", Level)


def begun(level: Level = Level.BEST, secret: bytes = SECRET) -> Match:
    return solo.begin("7K3MQ9XA", secret, seat(ALICE), level, "House", NOW)


def picked(one: Match, combination: Combination, now: int = NOW) -> Match:
    """The match after the player's pick and the house's answer."""
    (user_id,) = (player.user_id for player in one.seats if not player.is_house)
    return solo.answered(match.pick(one, user_id, one.round, combination, 0, now), now)


def through(one: Match, rounds: int = 16, source: random.Random | None = None) -> Match:
    """The match after so many rounds, the player picking in the rules' order, or by chance."""
    for _ in range(rounds):
        opened = one.open_combinations(1 - (one.house_seat or 0))
        one = picked(one, source.choice(opened) if source else opened[0])
    return one


@levels
def test_a_match_against_the_house_is_on_at_once(level: Level) -> None:
    one = begun(level)
    assert (one.status, one.round, one.deadline) == (Status.ACTIVE, 1, NOW + DAY)
    assert story(one, 0) == (GuestJoined(), FirstHandDealt())
    assert moved(None, one, 0)


@levels
def test_each_pick_of_the_player_reveals_a_round_and_the_sixteenth_ends_the_match(level: Level) -> None:
    one = begun(level)
    for number in range(1, 17):
        assert one.round == number
        assert view(one, 0).they_are_ready
        one = picked(one, one.open_combinations(0)[0], NOW + number)
        assert one.revealed == number
    assert one.status is Status.FINISHED
    assert sorted(one.seats[1].picks) == sorted(combination.letter for combination in ORDER)
    assert story(one, 0)[2:] == (*(RoundRevealed(number) for number in range(1, 16)), MatchEnded())


@levels
@settings(max_examples=25)
@given(secret=st.binary(min_size=32, max_size=32), seed=st.integers())
def test_the_house_picks_by_its_level_from_its_own_hand(level: Level, secret: bytes, seed: int) -> None:
    one, source = begun(level, secret), random.Random(seed)
    for number in range(1, 17):
        opened, hand = one.open_combinations(1), dice.roll(one.dice_key, number, 1)
        drawn = hmac.new(one.dice_key, b"house:%d" % number, "sha256").hexdigest()
        expected = {
            Level.BEST: house.best_pick(hand, opened),
            Level.GREEDY: house.greedy_pick(hand, opened),
            Level.RANDOM: opened[int(drawn, 16) % len(opened)],
        }
        one = picked(one, source.choice(one.open_combinations(0)))
        assert one.seats[1].picked[-1] is expected[level]


@levels
@settings(max_examples=25)
@given(secret=st.binary(min_size=32, max_size=32), seeds=st.tuples(st.integers(), st.integers()))
def test_whatever_the_player_picks_the_house_picks_the_same(
    level: Level, secret: bytes, seeds: tuple[int, int]
) -> None:
    one, other = (through(begun(level, secret), source=random.Random(seed)) for seed in seeds)
    assert one.seats[1].picks == other.seats[1].picks


@pytest.mark.parametrize("level", [Level.GREEDY, Level.BEST])
def test_whatever_the_player_throws_the_house_picks_the_same(level: Level) -> None:
    """Among many first rounds the same hand of the house comes against different ones of the player's."""
    answers: dict[tuple[int, ...], set[Combination]] = defaultdict(set)
    met: dict[tuple[int, ...], set[tuple[int, ...]]] = defaultdict(set)
    for number in range(1500):
        one = picked(begun(level, number.to_bytes(32, "big")), Combination.POKER)
        mine, theirs = (tuple(sorted(dice.roll(one.dice_key, 1, index))) for index in (0, 1))
        answers[theirs].add(one.seats[1].picked[0])
        met[theirs].add(mine)
    assert sum(len(hands) > 3 for hands in met.values()) > 100
    assert all(len(given_answers) == 1 for given_answers in answers.values())


def test_the_random_level_picks_every_combination_about_as_often() -> None:
    """The chance of a deviation like this is one in a million per combination."""
    counts = dict.fromkeys(ORDER, 0)
    for number in range(3200):
        counts[picked(begun(Level.RANDOM, number.to_bytes(32, "big")), Combination.ONES).seats[1].picked[0]] += 1
    assert all(200 - 68 < count < 200 + 68 for count in counts.values())


def test_the_house_waits_for_the_player_and_never_between_friends() -> None:
    assert solo.answered(begun(), NOW) == begun()
    friends = match.pick(joined(), ALICE, 1, Combination.POKER, 0, NOW)
    assert solo.answered(friends, NOW) is friends


def test_out_of_time_the_player_loses_and_the_house_never_does() -> None:
    late = match.settle(through(begun(), 3), NOW + DAY)
    assert (late.status, late.ended_by) == (Status.FORFEITED, 0)
    resigned = match.resign(through(begun(), 3), ALICE, NOW)
    assert (resigned.status, resigned.ended_by) == (Status.RESIGNED, 0)


def test_nobody_else_can_sit_down_at_a_table_with_the_house() -> None:
    with pytest.raises(RefusedError) as refused:
        match.join(begun(), seat(BOB), NOW)
    assert refused.value.refusal is Refusal.FULL


@levels
def test_another_match_against_the_house_has_its_level_and_new_dice(level: Level) -> None:
    one = through(begun(level))
    next_one = solo.again(one, "0000000A", bytes(32), seat(ALICE), NOW)
    assert (next_one.status, next_one.follows, next_one.seats[1].level) == (Status.ACTIVE, one.code, level)
    assert next_one.revealed == 0
    assert next_one.dice_key != one.dice_key
    with pytest.raises(RefusedError):
        solo.again(next_one, "0000000B", bytes(32), seat(ALICE), NOW)


def friends_match() -> Match:
    """A finished one whose players have lucky words."""
    words = {0: "clover", 1: "удача"}
    finished = played(16)
    seats = tuple(one.model_copy(update={"word": words[index]}) for index, one in enumerate(finished.seats))
    return finished.model_copy(update={"seats": seats})


def challenged(original: Match, index: int) -> Match:
    player = Seat(user_id=CAROL, name="Carol", word="carols")
    return solo.begin_challenge(original, index, "0000000C", player, "again", NOW)


@pytest.mark.parametrize("index", [0, 1])
def test_a_challenge_has_the_same_hands_against_the_same_throws_and_picks(index: int) -> None:
    original = friends_match()
    one = through(challenged(original, index), source=random.Random(index))
    assert one.status is Status.FINISHED
    shown, first = view(one, index), view(original, index)
    assert [reveal.mine.dice for reveal in shown.reveals] == [reveal.mine.dice for reveal in first.reveals]
    assert [reveal.theirs for reveal in shown.reveals] == [reveal.theirs for reveal in first.reveals]
    assert shown.first is not None
    assert shown.first.throws == tuple(reveal.mine for reveal in first.reveals)
    assert (shown.first.name, shown.first.total) == (original.seats[index].name, totals(original, index)[0])


@pytest.mark.parametrize("index", [0, 1])
def test_the_same_picks_in_a_challenge_give_the_same_total(index: int) -> None:
    original = friends_match()
    one = challenged(original, index)
    for combination in original.seats[index].picked:
        one = picked(one, combination)
    assert totals(one, index) == totals(original, index)


def test_a_challenge_says_nothing_ahead_of_what_was_played_first() -> None:
    one = through(challenged(friends_match(), 0), 5)
    shown = view(one, 0)
    assert shown.first is not None
    assert shown.first.throws == ()
    assert shown.lucky_words is None
    assert shown.challenge_token is None


def test_a_challenge_is_played_again_and_passed_on_with_the_same_throws() -> None:
    original = friends_match()
    one = through(challenged(original, 1))
    once_more = solo.again(one, "0000000D", bytes(32), Seat(user_id=CAROL, name="Carol"), NOW)
    passed_on = solo.begin_challenge(one, 1, "0000000E", Seat(user_id=BOB, name="Bob"), "again", NOW)
    for later in (once_more, passed_on):
        assert later.dice_key == original.dice_key
        assert later.seats[0].script == original.seats[0].picks
    assert passed_on.challenge is not None
    assert passed_on.challenge.picks == one.seats[1].picks


@pytest.mark.parametrize("unfinished", [joined(), played(15), match.resign(played(3), ALICE, NOW)])
def test_only_a_finished_match_can_be_played_again_and_only_by_its_token(unfinished: Match) -> None:
    assert solo.challenged_seat(unfinished, "00000000") is None
    assert unfinished.challenge_token(0) is None
    with pytest.raises(RefusedError):
        challenged(unfinished, 0)


def test_a_token_names_the_seat_of_one_match() -> None:
    one, other = played(16), played(16, secret=bytes(32))
    tokens = [one.challenge_token(index) for index in (0, 1)]
    assert [solo.challenged_seat(one, str(token)) for token in tokens] == [0, 1]
    assert all(solo.challenged_seat(other, str(token)) is None for token in tokens)
    assert view(one, 1).challenge_token == tokens[1]


def test_the_house_is_nobody() -> None:
    assert begun().seat_of(HOUSE) == begun().house_seat == 1
    assert joined().house_seat is None
