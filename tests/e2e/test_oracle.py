"""The oracle agrees with the rules' own examples and with the means that are known independently of this project."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from tests.e2e import oracle


@pytest.mark.parametrize(
    "combination, dice, scored",
    [
        ("2", "2221114455", 6),
        ("6", "6666666666", 60),
        ("two", "6666666666", 12),
        ("poker", "6666666666", 100),
        ("2+2", "6666666666", -10),
        ("3+2", "6666666666", -10),
        ("three", "2223344561", 6),
        ("2+2", "2244111356", 12),
        ("2+2", "2244135666", 20),
        ("3+2", "2244411356", 16),
        ("3+2", "2224441356", 16),
    ],
)
def test_an_example_of_the_rules(combination: str, dice: str, scored: int) -> None:
    assert oracle.points(combination, [int(die) for die in dice]) == scored


@pytest.mark.parametrize(
    "combination, mean",
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
        ("minor_sum", 35.0),
        ("major_sum", 35.0),
    ],
)
def test_the_mean_over_all_throws_is_the_known_one(combination: str, mean: float) -> None:
    total = 0
    for dice in combinations_with_replacement(range(1, 7), 10):
        ways = math.factorial(10) // math.prod(math.factorial(count) for count in Counter(dice).values())
        total += ways * oracle.points(combination, dice)
    assert total / 6**10 == pytest.approx(mean, abs=0.0005)
