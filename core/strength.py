"""In which combination a player is strong: against what each brings when every pick of a match is the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.combinations import ORDER, Combination

FEWEST: Final = 3
"""Matches played to the end that it takes to say so."""


class Strength(NamedTuple):
    """A combination, and what it brings in a match on average: the player, and the house at its best."""

    combination: Combination
    mine: float
    houses: float


def strength(brought: Sequence[int], finished: int) -> Strength | None:
    """The combination with the most points above the house's average, from the sums of points in the rules' order over
    the matches played to the end; of equal ones the first. None for too few matches.
    """
    if finished < FEWEST:
        return None
    from core.house import POINTS  # here, not above: it brings the house's numbers, which few updates need

    strengths = (Strength(one, total / finished, POINTS[one]) for one, total in zip(ORDER, brought, strict=True))
    return max(strengths, key=lambda one: one.mine - one.houses)
