"""The rules of scoring, against an oracle that reads the dice as a sorted text, and against the rules' own numbers."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combinations import ORDER, Combination, can_fail, fail_points, is_certain, is_made, score, scoring_dice

ALL_TEN = list(combinations_with_replacement(range(1, 7), 10))
HANDS = list(combinations_with_replacement(range(1, 7), 5))

ten_dice = st.lists(st.integers(1, 6), min_size=10, max_size=10)
any_combination = st.sampled_from(ORDER)


def runs(dice: Sequence[int]) -> list[tuple[int, int]]:
    """(value, how many) of each value present."""
    text = "".join(map(str, sorted(dice)))
    return [(int(run[0][0]), len(run[0])) for run in re.finditer(r"(.)\1*", text)]


def best_groups(dice: Sequence[int], *sizes: int) -> int | None:
    """The most points that groups of these sizes, each of another value, can bring; None if there are none."""
    ways = [0] if not sizes else []
    for value, size in runs(dice):
        if sizes and size >= sizes[0]:
            rest = best_groups([die for die in dice if die != value], *sizes[1:])
            ways += [] if rest is None else [sizes[0] * value + rest]
    return max(ways, default=None)


def oracle(name: str, dice: Sequence[int]) -> tuple[int, bool]:
    """Points and whether made, from the table in the rules."""
    groups = {"two": (2,), "three": (3,), "four": (4,), "2+2": (2, 2), "3+2": (3, 2)}
    if name in "123456":
        enough = [value * size for value, size in runs(dice) if str(value) == name and size > 2]
        return (enough[0], True) if enough else (-70, False)
    if name in groups:
        points = best_groups(dice, *groups[name])
    elif name == "poker":
        points = max((40 + 10 * value for value, size in runs(dice) if size > 4), default=None)
    elif name.endswith("straight"):
        shown = "".join(str(value) for value, _ in runs(dice))
        wanted, worth = ("12345", 15) if name == "minor_straight" else ("23456", 20)
        points = worth if wanted in shown else None
    else:
        points = sum(dice) if name == "major_sum" else 70 - sum(dice)
    return (-10, False) if points is None else (points, True)


@pytest.mark.parametrize("combination", ORDER)
def test_every_multiset_of_ten_dice_scores_as_the_oracle_says(combination: Combination) -> None:
    assert len(ALL_TEN) == 3003
    for dice in ALL_TEN:
        assert (score(combination, dice), is_made(combination, dice)) == oracle(str(combination), dice), dice


@pytest.mark.parametrize(
    "name, dice, points",
    [
        ("2", "2221134566", 6),
        ("6", "6666666666", 60),
        ("two", "6666666666", 12),
        ("poker", "6666666666", 100),
        ("2+2", "6666666666", -10),
        ("3+2", "6666666666", -10),
        ("three", "2221133456", 6),
        ("2+2", "2244111111", 12),
        ("3+2", "2244411111", 16),
        ("2+2", "6666123455", 22),
        ("2+2", "6666111111", 14),
        ("poker", "1111123456", 50),
        ("1", "1123456236", -70),
        ("three", "1122334456", -10),
        ("four", "1112223334", -10),
        ("3+2", "6665554441", 28),
        ("3+2", "1112223334", 13),
        ("minor_straight", "1234511111", 15),
        ("minor_straight", "2345622222", -10),
        ("major_straight", "2345622222", 20),
        ("major_straight", "1234511111", -10),
        ("minor_sum", "1111111111", 60),
        ("major_sum", "1111111111", 10),
    ],
)
def test_the_rules_examples_score_as_written(name: str, dice: str, points: int) -> None:
    assert score(Combination(name), [int(die) for die in dice]) == points


@pytest.mark.parametrize(
    "name, mean",
    [
        ("1", -53.504),
        ("6", -49.692),
        ("two", 10.465),
        ("three", 10.536),
        ("four", -0.252),
        ("poker", -2.119),
        ("2+2", 17.289),
        ("3+2", 18.284),
        ("minor_straight", -1.095),
        ("major_straight", 0.686),
        ("minor_sum", 35),
        ("major_sum", 35),
    ],
)
def test_the_mean_over_all_ordered_throws_is_the_one_in_the_rules(name: str, mean: float) -> None:
    ways = {dice: factorial(10) // prod(factorial(dice.count(value)) for value in range(1, 7)) for dice in ALL_TEN}
    exact = Fraction(sum(score(Combination(name), dice) * count for dice, count in ways.items()), 6**10)
    assert sum(ways.values()) == 6**10
    assert round(float(exact), 3) == mean


@given(any_combination, ten_dice, st.randoms(use_true_random=False))
def test_the_order_and_the_kind_of_sequence_do_not_matter(
    combination: Combination, dice: list[int], random: Random
) -> None:
    shuffled = random.sample(dice, 10)
    assert {score(combination, kind(shuffled)) for kind in (list, tuple, bytes)} == {score(combination, dice)}


@given(any_combination, ten_dice)
def test_the_scoring_dice_are_among_the_ten_and_explain_the_points(combination: Combination, dice: list[int]) -> None:
    scoring = scoring_dice(combination, dice)
    assert list(scoring) == sorted(scoring)
    assert all(scoring.count(value) <= dice.count(value) for value in scoring)
    assert bool(scoring) == is_made(combination, dice)
    points = score(combination, dice)
    if not scoring:
        assert points == fail_points(combination) < 0
    elif combination is Combination.POKER:
        assert scoring == (scoring[0],) * 5
        assert points == 40 + 10 * scoring[0]
    elif combination is Combination.MINOR_SUM:
        assert points == 70 - sum(scoring)
    else:
        assert points == sum(scoring)


@given(ten_dice)
def test_both_sums_and_a_pair_never_fail_and_the_sums_make_seventy(dice: list[int]) -> None:
    assert score(Combination.MINOR_SUM, dice) + score(Combination.MAJOR_SUM, dice) == 70
    assert 2 <= score(Combination.TWO_OF_A_KIND, dice) <= 12
    assert scoring_dice(Combination.MAJOR_SUM, dice) == tuple(sorted(dice))


def test_three_plus_two_shows_three_of_the_greatest_triple_and_two_of_the_greatest_other_pair() -> None:
    assert scoring_dice(Combination.THREE_PLUS_TWO, [6, 4, 1, 4, 6, 1, 4, 4, 1, 2]) == (4, 4, 4, 6, 6)
    assert scoring_dice(Combination.THREES, [3, 3, 1, 3, 3, 2, 2, 5, 6, 6]) == (3, 3, 3, 3)


def test_a_pick_is_certain_exactly_when_none_of_the_252_other_hands_fails_it() -> None:
    made = {dice: {combination for combination in ORDER if is_made(combination, dice)} for dice in ALL_TEN}
    assert len(HANDS) == 252
    for hand in HANDS:
        always = set(ORDER).intersection(*(made[tuple(sorted(hand + other))] for other in HANDS))
        assert {combination for combination in ORDER if is_certain(combination, hand)} == always, hand


def test_only_a_pair_and_the_sums_cannot_fail_at_all() -> None:
    safe = {combination for combination in ORDER if not can_fail(combination)}
    assert safe == {Combination.TWO_OF_A_KIND, Combination.MINOR_SUM, Combination.MAJOR_SUM}
    assert [fail_points(combination) for combination in ORDER] == [-70] * 6 + [0] + [-10] * 7 + [0, 0]


def test_the_order_and_the_letters_are_those_of_the_rules() -> None:
    assert list(ORDER) == [
        *"123456",
        "two",
        "three",
        "four",
        "poker",
        "2+2",
        "3+2",
        "minor_straight",
        "major_straight",
        "minor_sum",
        "major_sum",
    ]
    assert "".join(combination.letter for combination in ORDER) == "abcdefghijklmnop"
    assert [Combination.from_letter(text) for text in "abcdefghijklmnop"] == list(ORDER)


@pytest.mark.parametrize("text", ["", "q", "A", "ab", "1"])
def test_any_other_letter_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="letter"):
        Combination.from_letter(text)


@pytest.mark.parametrize(
    "dice",
    [
        [1] * 9,
        [1] * 11,
        [],
        [0] + [1] * 9,
        [1] * 9 + [7],
        [-1] + [1] * 9,
        [1.0] * 10,
        ["1"] * 10,
        "1111111111",
        b"1111111111",
        [True] * 10,
        [None] * 10,
        None,
        5,
        pytest.param(iter([1] * 10), id="an iterator"),
        [[1]] * 10,
    ],
    ids=repr,
)
@pytest.mark.parametrize("function", [score, is_made, scoring_dice])
def test_anything_but_ten_dice_is_refused(function: Callable[..., object], dice: Any) -> None:
    with pytest.raises(ValueError, match=r"dice|die"):
        function(Combination.MAJOR_SUM, dice)


@pytest.mark.parametrize("hand", [[1] * 4, [1] * 6, [1] * 10, [0] * 5, None])
def test_certainty_is_asked_for_five_dice_only(hand: Any) -> None:
    with pytest.raises(ValueError, match=r"dice|die"):
        is_certain(Combination.MAJOR_SUM, hand)


@pytest.mark.parametrize("unknown", ["7", "Poker", "", None, 1, []])
def test_an_unknown_combination_is_refused(unknown: Any) -> None:
    with pytest.raises(ValueError, match="not a valid Combination"):
        score(unknown, [1] * 10)


def test_numpy_dice_score_like_any_others() -> None:
    whole: Any = np.full(10, 6, dtype=np.int8)
    assert score(Combination.SIXES, whole) == 60
    fractions: Any = np.full(10, 6.0)
    with pytest.raises(ValueError, match="dice"):
        score(Combination.SIXES, fractions)
