"""The odds of each hand, counted again over all 7,776 throws of the opponent."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

import pytest

from core import odds
from core.combinations import ORDER, Combination, is_certain, is_made, score

HANDS = list(combinations_with_replacement(range(1, 7), 5))
THROWS = list(product(range(1, 7), repeat=5))


@cache
def ten(dice: tuple[int, ...]) -> list[tuple[int, bool]]:
    return [(score(combination, dice), is_made(combination, dice)) for combination in ORDER]


def counted(hand: tuple[int, ...]) -> list[tuple[float, float]]:
    """Mean points and chance of each combination."""
    points, made = [0] * 16, [0] * 16
    for throw in THROWS:
        for place, (scored, is_it) in enumerate(ten(tuple(sorted(hand + throw)))):
            points[place] += scored
            made[place] += is_it
    return [
        (float(Fraction(total, 7776)), float(Fraction(times, 7776))) for total, times in zip(points, made, strict=True)
    ]


@pytest.mark.parametrize("hand", [*HANDS[::21], (1, 2, 3, 4, 6), (6, 6, 6, 6, 6)], ids=str)
def test_odds_are_those_counted_over_every_throw(hand: tuple[int, ...]) -> None:
    means, chances = odds.expected(hand), odds.chance(hand)
    assert list(means) == list(chances) == list(ORDER)
    for combination, (mean, chance) in zip(ORDER, counted(hand), strict=True):
        assert means[combination] == pytest.approx(mean, abs=1e-12)
        assert chances[combination] == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("held", range(6))
def test_a_number_needs_three_of_its_value_as_the_binomial_law_says(value: int, held: int) -> None:
    chances = {k: comb(5, k) * 5 ** (5 - k) / 7776 for k in range(6)}
    other = value % 6 + 1
    hand = [value] * held + [other] * (5 - held)
    combination = Combination(str(value))
    made = sum(share for k, share in chances.items() if held + k >= 3)
    points = sum(share * (value * (held + k) if held + k >= 3 else -70) for k, share in chances.items())
    assert odds.chance(hand)[combination] == pytest.approx(made, abs=1e-12)
    assert odds.expected(hand)[combination] == pytest.approx(points, abs=1e-9)


def test_the_chance_is_one_exactly_where_a_pick_is_certain_and_sums_are_linear() -> None:
    for hand in HANDS:
        chances, means = odds.chance(hand), odds.expected(hand)
        assert {name for name in ORDER if chances[name] == 1} == {name for name in ORDER if is_certain(name, hand)}
        assert means[Combination.MAJOR_SUM] == sum(hand) + 17.5
        assert means[Combination.MINOR_SUM] == 70 - sum(hand) - 17.5


def test_the_order_of_the_hand_does_not_matter() -> None:
    assert odds.expected([6, 1, 3, 1, 2]) == odds.expected((1, 1, 2, 3, 6))


@pytest.mark.parametrize("function", [odds.expected, odds.chance])
@pytest.mark.parametrize("hand", [[1] * 4, [1] * 10, [0] * 5, None])
def test_anything_but_five_dice_is_refused(function: Any, hand: Any) -> None:
    with pytest.raises(ValueError, match=r"dice|die"):
        function(hand)
