"""Luck and choice: they add up exactly, and so do the whole points that are shown."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import house, odds
from core.combinations import ORDER, Combination, score
from core.review import Review, Swing, Turn, apportioned, mean, review, turning_point

Hands = list[list[int]]
hands = st.lists(st.lists(st.integers(1, 6), min_size=5, max_size=5), min_size=16, max_size=16)
orders = st.permutations(ORDER)
fractions = st.fractions(min_value=-200, max_value=200, max_denominator=10**6)


def throws(source: random.Random) -> Hands:
    return [[source.randint(1, 6) for _ in range(5)] for _ in ORDER]


def best_picks(mine: Hands) -> list[Combination]:
    picks: list[Combination] = []
    for hand in mine:
        picks.append(house.best_pick(hand, [name for name in ORDER if name not in picks]))
    return picks


@given(hands, hands, orders, st.integers(0, 16))
def test_mean_luck_and_choices_add_up_to_the_total_exactly(
    mine: Hands, theirs: Hands, picks: list[Combination], played: int
) -> None:
    """FlyCasual#2380 and Backgammon#6: "the dice are rigged". Luck and choice are told apart."""
    judged = review(mine[:played], theirs[:played], picks[:played])
    points = [score(pick, hand + other) for pick, hand, other in zip(picks, mine, theirs, strict=True)][:played]
    assert [turn.points for turn in judged.turns] == points
    assert judged.total == sum(points) == mean() + judged.own_luck + judged.other_luck - judged.cost - judged.left
    assert judged.left == pytest.approx(house.value(picks[played:]), abs=1e-9)
    assert float(mean()) == pytest.approx(79.06698, abs=5e-6)


@settings(max_examples=40)
@given(hands, hands, orders)
def test_each_step_is_what_it_is_said_to_be(mine: Hands, theirs: Hands, picks: list[Combination]) -> None:
    judged = review(mine, theirs, picks)
    for place, turn in enumerate(judged.turns):
        opened, expected = picks[place:], odds.expected(mine[place])
        brought = {name: expected[name] + house.value([one for one in opened if one is not name]) for name in opened}
        assert turn.best is house.best_pick(mine[place], opened)
        assert float(turn.own_luck) == pytest.approx(brought[turn.best] - house.value(opened), abs=1e-9)
        assert float(turn.cost) == pytest.approx(brought[turn.best] - brought[turn.pick], abs=1e-9)
        assert float(turn.other_luck) == pytest.approx(turn.points - expected[turn.pick], abs=1e-9)
        assert (turn.cost == 0) == (turn.pick is turn.best)
        assert turn.cost >= 0


@given(hands, hands, orders, st.integers(0, 16))
def test_the_whole_points_shown_add_up_and_are_close(
    mine: Hands, theirs: Hands, picks: list[Combination], played: int
) -> None:
    judged = review(mine[:played], theirs[:played], picks[:played])
    shown = judged.shown
    assert shown.total == judged.total == shown.mean + shown.luck - shown.cost - shown.left
    assert shown.luck == shown.own_luck + shown.other_luck == sum(shown.lucks)
    assert shown.cost == sum(shown.costs)
    assert shown.mean == 79
    assert abs(shown.luck - judged.luck) < Fraction(6, 5)
    assert abs(shown.cost - judged.cost) <= Fraction(1, 2)
    assert all(abs(whole - turn.cost) < 1 for whole, turn in zip(shown.costs, judged.turns, strict=True))


@settings(max_examples=30)
@given(hands, hands)
def test_the_best_player_pays_nothing_for_choices(mine: Hands, theirs: Hands) -> None:
    judged = review(mine, theirs, best_picks(mine))
    assert judged.cost == judged.left == 0
    assert set(judged.shown.costs) == {0}


def test_luck_of_both_kinds_is_nothing_on_average() -> None:
    source = random.Random(7776)
    judged = []
    for _ in range(200):
        mine, theirs = throws(source), throws(source)
        judged.append(review(mine, theirs, best_picks(mine)))
    for lucks in ([float(one.own_luck) for one in judged], [float(one.other_luck) for one in judged]):
        centre = sum(lucks) / len(lucks)
        spread = (sum((luck - centre) ** 2 for luck in lucks) / len(lucks)) ** 0.5
        assert abs(centre) < 4 * spread / len(lucks) ** 0.5


def turn(points: int, swing: int) -> Turn:
    return Turn(Combination.POKER, Combination.POKER, points, Fraction(swing), Fraction(0), Fraction(0))


def swings(*amounts: int) -> Review:
    return Review(tuple(turn(0, amount) for amount in amounts), Fraction(0))


@pytest.mark.parametrize(
    "mine, theirs, turned",
    [
        ([5, -30, 40], [0, 0, 0], Swing(3, Fraction(40))),
        ([5, -30, 20], [0, 0, 0], Swing(2, Fraction(-30))),
        ([5, 10, 0], [0, -50, 0], Swing(2, Fraction(60))),
        ([10, -10, 0], [0, 0, 0], Swing(1, Fraction(10))),
        ([7, 7], [0, 0], Swing(1, Fraction(7))),
        ([], [], None),
    ],
)
def test_the_turning_point_is_the_greatest_swing_towards_the_one_ahead(
    mine: list[int], theirs: list[int], turned: Swing | None
) -> None:
    assert turning_point(swings(*mine), swings(*theirs)) == turned


@settings(max_examples=40)
@given(hands, hands, orders, orders)
def test_both_players_are_told_the_same_turning_point(
    mine: Hands, theirs: Hands, my_picks: list[Combination], their_picks: list[Combination]
) -> None:
    one, two = review(mine, theirs, my_picks), review(theirs, mine, their_picks)
    seen, seen_by_them = turning_point(one, two), turning_point(two, one)
    assert seen is not None
    assert seen_by_them == Swing(seen.round, -seen.points)


@given(st.lists(fractions, min_size=1, max_size=16), st.integers(-3, 3))
def test_apportioned_parts_sum_to_the_total_and_stay_near(parts: list[Fraction], more: int) -> None:
    total = round(sum(parts)) + more
    rounded = apportioned(parts, total)
    assert sum(rounded) == total
    assert all(abs(whole - part) < 2 + abs(more) for whole, part in zip(rounded, parts, strict=True))
    if not more:
        assert all(abs(whole - part) < 1 for whole, part in zip(rounded, parts, strict=True))


def test_a_round_that_cost_nothing_is_never_shown_as_costing() -> None:
    assert apportioned([Fraction(0), Fraction(1, 2), Fraction(0), Fraction(2, 3)], 1) == (0, 0, 0, 1)


def test_a_combination_picked_twice_or_a_missing_hand_is_refused() -> None:
    hand = [1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match="picked once"):
        review([hand] * 2, [hand] * 2, [Combination.POKER] * 2)
    with pytest.raises(ValueError, match="zip"):
        review([hand], [hand] * 2, [Combination.POKER])
