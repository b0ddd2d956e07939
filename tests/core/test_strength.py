"""In which combination a player is strong."""

from __future__ import annotations

import pytest

from core.combinations import ORDER, Combination
from core.house import POINTS
from core.strength import strength


def like_the_house(finished: int, **more: int) -> list[int]:
    """Sums of points as the house makes them in so many matches, with so many more in some combinations."""
    return [round(finished * POINTS[one]) + more.get(one.name.lower(), 0) for one in ORDER]


def test_it_is_the_one_that_is_most_above_the_houses_average_and_not_the_one_with_the_most_points() -> None:
    found = strength(like_the_house(100, major_sum=50, fours=80), 100)
    assert found is not None
    assert found.combination is Combination.FOURS
    assert found.mine == pytest.approx(POINTS[Combination.FOURS] + 0.8, abs=0.01)
    assert found.houses == POINTS[Combination.FOURS]


def test_who_is_below_the_house_everywhere_is_strong_where_least_is_lost() -> None:
    found = strength([total - 1_000 - place for place, total in enumerate(like_the_house(100))], 100)
    assert found is not None
    assert found.combination is Combination.ONES


@pytest.mark.parametrize("finished", [0, 1, 2])
def test_few_matches_say_nothing(finished: int) -> None:
    assert strength(like_the_house(finished, poker=100), finished) is None
