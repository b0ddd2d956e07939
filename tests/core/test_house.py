"""The house: its values against a second solution in fractions, its picks by their definition, its levels in play.

`DUELS=20000` plays so many matches for each pair of levels, in minutes. All is then held to four standard deviations of
so many, and from 20,000 on the shares of wins to one in 100 of what players are told.
"""

import os
import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import house, odds
from core.combinations import ORDER, Combination, score
from core.house import Level

hands = st.lists(st.integers(1, 6), min_size=5, max_size=5)
open_sets = st.sets(st.sampled_from(ORDER), min_size=1)
THROWS = list(product(range(1, 7), repeat=5))
DUELS = int(os.environ.get("DUELS", "600"))
MANY = 20_000


@cache
def means(hand: tuple[int, ...]) -> dict[Combination, Fraction]:
    return {name: Fraction(round(7776 * mean), 7776) for name, mean in odds.expected(hand).items()}


@cache
def exact_value(opened: frozenset[Combination]) -> Fraction:
    """The best mean of a set, throw by throw."""
    rest = {name: exact_value(opened - {name}) for name in opened}
    best = (max(means(tuple(sorted(throw)))[name] + rest[name] for name in opened) for throw in THROWS)
    return sum(best, Fraction(0)) / 7776 if opened else Fraction(0)


def test_the_whole_match_is_worth_what_the_rules_say() -> None:
    assert house.value(ORDER) == pytest.approx(79.06698, abs=5e-6)


@pytest.mark.parametrize("names", [[], ["1"], ["poker"], ["two", "major_sum"], ["6", "2+2", "minor_straight"]], ids=str)
def test_small_sets_are_worth_what_a_second_solution_says(names: list[str]) -> None:
    opened = frozenset(map(Combination, names))
    assert house.value(opened) == pytest.approx(float(exact_value(opened)), abs=1e-7)


@given(hands, open_sets)
def test_the_best_pick_is_the_earliest_of_those_with_the_best_mean(hand: list[int], opened: set[Combination]) -> None:
    brought = {name: odds.expected(hand)[name] + house.value(opened - {name}) for name in ORDER if name in opened}
    pick = house.best_pick(hand, opened)
    assert pick in opened
    assert brought[pick] >= max(brought.values()) - 1e-9
    assert house.best_pick(sorted(hand), [name for name in reversed(ORDER) if name in opened]) is pick


@given(hands, open_sets)
def test_the_greedy_pick_has_the_most_expected_points_now(hand: list[int], opened: set[Combination]) -> None:
    now = {name: mean for name, mean in odds.expected(hand).items() if name in opened}
    assert house.greedy_pick(hand, opened) is max(now, key=lambda name: now[name])


@given(hands, open_sets, st.integers(0, 2**64))
def test_every_level_picks_something_open_and_random_depends_on_the_number_alone(
    hand: list[int], opened: set[Combination], number: int
) -> None:
    assert {house.pick(level, hand, opened, number) for level in Level} <= opened
    assert house.pick(Level.RANDOM, hand, opened, number) is house.pick(Level.RANDOM, [1] * 5, opened, number)
    assert house.pick(Level.BEST, hand, opened, number) is house.best_pick(hand, opened)
    assert house.pick(Level.GREEDY, hand, opened, number) is house.greedy_pick(hand, opened)


def test_random_picks_every_open_combination_equally_often() -> None:
    picks = [house.pick(Level.RANDOM, [1] * 5, ORDER, number) for number in range(160)]
    assert {picks.count(name) for name in ORDER} == {10}


@pytest.mark.parametrize("level", Level)
def test_there_is_nothing_to_pick_when_nothing_is_open(level: Level) -> None:
    with pytest.raises(ValueError, match="no combination is open"):
        house.pick(level, [1, 2, 3, 4, 5], [], 0)


def total(level: Level, tens: Sequence[tuple[list[int], list[int]]], source: random.Random) -> int:
    opened, points = list(ORDER), 0
    for hand, other in tens:
        pick = house.pick(level, hand, opened, source.getrandbits(64))
        opened.remove(pick)
        points += score(pick, hand + other)
    return points


@pytest.mark.parametrize("pair", house.WINS, ids=lambda pair: "-".join(pair))
def test_each_level_scores_and_wins_about_as_often_as_players_are_told(pair: tuple[Level, Level]) -> None:
    source, (first, second), share = random.Random(f"7776 {pair}"), pair, house.WINS[pair]
    scored: list[tuple[int, int]] = []
    for _ in range(DUELS):
        tens = [([source.randint(1, 6) for _ in range(5)], [source.randint(1, 6) for _ in range(5)]) for _ in ORDER]
        others = [(other, hand) for hand, other in tens]
        scored.append((total(first, tens, source), total(second, others, source)))
    wins = sum(one > two for one, two in scored) / DUELS
    within = 4 * (share * (1 - share) / DUELS) ** 0.5
    assert wins == pytest.approx(share, abs=within if DUELS < MANY else min(within, 0.01))
    for level, points in zip(pair, zip(*scored, strict=True), strict=True):
        assert sum(points) / DUELS == pytest.approx(house.MEANS[level], abs=4 * 105 / DUELS**0.5)
