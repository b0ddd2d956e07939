"""The coach's advice: true to odds and house, and a reason that fits the hand."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core import house, odds
from core.coach import Reason, advice
from core.combinations import ORDER, Combination, is_certain

hands = st.lists(st.integers(1, 6), min_size=5, max_size=5)
open_sets = st.sets(st.sampled_from(ORDER), min_size=1)


@given(hands, open_sets)
def test_each_open_combination_has_its_chance_its_expected_points_and_its_loss(
    hand: list[int], opened: set[Combination]
) -> None:
    advised = advice(hand, opened)
    best = house.best_pick(hand, opened)
    most = odds.expected(hand)[best] + house.value(opened - {best})
    assert [prospect.combination for prospect in advised.prospects] == [name for name in ORDER if name in opened]
    assert advised.best.combination is best
    assert advised.best.loss == 0
    for prospect in advised.prospects:
        name = prospect.combination
        assert (prospect.chance, prospect.expected) == (odds.chance(hand)[name], odds.expected(hand)[name])
        assert prospect.loss >= 0
        brought = prospect.expected + house.value(opened - {name})
        assert prospect.loss == pytest.approx(most - brought, abs=1e-9)
        assert (prospect.fails_in_100 == 0) == is_certain(name, hand)


@given(hands, open_sets)
def test_the_rival_is_the_greedy_pick_or_else_the_second_best(hand: list[int], opened: set[Combination]) -> None:
    advised = advice(hand, opened)
    greedy = house.greedy_pick(hand, opened)
    others = [prospect.loss for prospect in advised.prospects if prospect is not advised.best]
    if advised.rival is None:
        assert len(opened) == 1
        assert advised.reason is Reason.LAST_OPEN
    elif greedy is advised.best.combination:
        assert advised.rival.loss == min(others)
    else:
        assert advised.rival.combination is greedy
        rest = house.value(opened - {advised.best.combination}) - house.value(opened - {greedy})
        assert advised.kept == pytest.approx(rest, abs=1e-9)


MISS = dict.fromkeys(ORDER[:6], -70)
"""The points of a failed pick as the rules have them, -10 for all that are not here."""


@settings(max_examples=500)
@given(hands, open_sets)
@example([1, 1, 2, 4, 5], {Combination.FIVES, Combination.POKER})
@example([1, 1, 2, 3, 5], {Combination.FOUR_OF_A_KIND, Combination.MAJOR_SUM})
@example([1, 2, 4, 5, 6], {Combination.POKER, Combination.FOUR_OF_A_KIND})
@example([1, 2, 3, 4, 6], {Combination.POKER, Combination.SIXES, Combination.FOUR_OF_A_KIND})
def test_every_reason_that_is_given_is_true(hand: list[int], opened: set[Combination]) -> None:
    advised = advice(hand, opened)
    best, rival, others = advised.best.combination, advised.rival, opened - {advised.best.combination}
    now, chances = odds.expected(hand), odds.chance(hand)
    left = {name: house.value(opened - {name}) for name in opened}
    if advised.reason is Reason.LAST_OPEN:
        assert not others
        return
    assert rival is not None
    if advised.reason is Reason.CERTAIN:
        assert chances[best] == 1
    elif advised.reason is Reason.CHEAP_MISS:
        assert all(chances[name] < 1 for name in opened)
        assert {MISS.get(name, -10) for name in opened} == {-70, -10}
        assert MISS.get(best, -10) == -10
    elif advised.reason is Reason.MOST_NOW:
        assert now[best] == max(now[name] for name in opened)
        assert rival.loss == pytest.approx(now[best] + left[best] - max(now[one] + left[one] for one in others))
    else:
        assert now[rival.combination] > now[best]
        assert advised.kept == pytest.approx(left[best] - left[rival.combination])
        assert advised.kept > 0


def combinations(*values: str) -> list[Combination]:
    return [Combination(value) for value in values]


@pytest.mark.parametrize(
    "hand, opened, best, reason",
    [
        ([1, 2, 3, 4, 6], ["poker"], "poker", Reason.LAST_OPEN),
        ([6, 6, 6, 1, 2], ["6", "poker", "major_sum"], "6", Reason.CERTAIN),
        ([1, 2, 3, 4, 6], ["poker", "6", "four"], "four", Reason.CHEAP_MISS),
        ([6, 6, 5, 5, 6], ["major_sum", "minor_sum"], "major_sum", Reason.MOST_NOW),
        ([1, 2, 3, 4, 6], ["minor_sum", "major_straight", "major_sum"], "major_straight", Reason.OTHERS_CAN_WAIT),
    ],
)
def test_the_reason_fits_the_hand(hand: list[int], opened: list[str], best: str, reason: Reason) -> None:
    advised = advice(hand, combinations(*opened))
    assert (advised.best.combination, advised.reason) == (Combination(best), reason)


def test_a_six_can_wait_that_fails_in_80_of_100() -> None:
    waits = advice([1, 1, 2, 3, 6], combinations("1", "6", "minor_sum", "poker")).waits
    assert waits is not None
    assert (waits.combination, waits.held, waits.fails_in_100) == (Combination.SIXES, 1, 80)


def test_nothing_waits_when_no_other_number_is_open() -> None:
    assert advice([1, 1, 1, 3, 6], combinations("1", "poker")).waits is None


def test_a_chance_that_is_not_certain_never_shows_as_0_or_100() -> None:
    prospects = {prospect.combination: prospect for prospect in advice([3, 4, 5, 6, 6], ORDER).prospects}
    assert prospects[Combination.TWO_PLUS_TWO].chance > 0.995
    assert prospects[Combination.TWO_PLUS_TWO].fails_in_100 == 1
    assert prospects[Combination.TWO_OF_A_KIND].fails_in_100 == 0
    assert prospects[Combination.POKER].fails_in_100 == 95


def test_there_is_no_advice_when_nothing_is_open() -> None:
    with pytest.raises(ValueError, match="no combination is open"):
        advice([1, 2, 3, 4, 5], [])
