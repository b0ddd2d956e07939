"""My dice: what was thrown against what fair dice do."""

import random
from math import exp, sqrt

import pytest

from core.dice_counts import FEWEST, chance, expected


def uneven(chi_square: float) -> float:
    """The chance of a chi-square with five degrees of freedom at least as large: its density summed in small steps."""
    step = 0.001
    steps = (chi_square + step * (number + 0.5) for number in range(60_000))
    return sum(0.1329807601338109 * at * sqrt(at) * exp(-at / 2) * step for at in steps)


def chi_square(counts: list[int]) -> float:
    each = sum(counts) / 6
    return sum((count - each) ** 2 / each for count in counts)


@pytest.mark.parametrize("thrown, sixes", [(1_000, 167), (80, 13), (30, 5), (15, 3), (0, 0)])
def test_a_sixth_of_all_dice_is_expected_to_the_nearest_whole_one(thrown: int, sixes: int) -> None:
    assert expected(thrown) == sixes


@pytest.mark.parametrize("statistic, probability", [(4.351, 0.5), (9.236, 0.1), (11.070, 0.05), (15.086, 0.01)])
def test_the_chance_is_that_of_the_tables_for_five_degrees_of_freedom(statistic: float, probability: float) -> None:
    big = 10**10  # of each value: so large that two values a little apart give nearly any statistic
    apart = round((statistic * big / 2) ** 0.5)
    counts = [big + apart, big - apart, big, big, big, big]
    assert chance(counts) == pytest.approx(probability, abs=0.0005)


@pytest.mark.parametrize(
    "counts",
    [[160, 171, 165, 168, 165, 171], [9, 4, 6, 3, 8, 6], [2, 20, 14, 14, 15, 15], [150, 150, 180, 180, 170, 170]],
)
def test_the_chance_is_the_area_beyond_the_statistic(counts: list[int]) -> None:
    assert chance(counts) == pytest.approx(uneven(chi_square(counts)), abs=1e-5)


def test_counts_that_are_all_the_same_are_the_least_that_chance_does() -> None:
    assert chance([100] * 6) == 1


def test_dice_that_only_show_sixes_are_next_to_impossible() -> None:
    loaded = chance([0, 0, 0, 0, 0, 100_000])
    assert loaded is not None
    assert 0 <= loaded < 1e-9


def test_fewer_dice_than_five_of_each_say_nothing() -> None:
    assert chance([0, 0, 0, 0, 0, FEWEST - 1]) is None
    assert chance([5] * 6) == 1


@pytest.mark.parametrize("thrown", [FEWEST, 80, 1_000])
def test_of_a_hundred_players_with_fair_dice_as_many_lie_so_unevenly_as_it_says(thrown: int) -> None:
    source = random.Random(7)
    chances = []
    for _ in range(1_000):
        counts = [0] * 6
        for value in source.choices(range(6), k=thrown):
            counts[value] += 1
        chances.append(chance(counts) or 0)
    for level in (0.05, 0.25, 0.5, 0.75):
        assert sum(one <= level for one in chances) / len(chances) == pytest.approx(level, abs=0.05)
