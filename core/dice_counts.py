"""Whether a player's throws lie as fair dice lie: how often each value came, against what chance does."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt
from typing import Final

VALUES: Final = 6
FEWEST: Final = 5 * VALUES  # Cochran: chi-square's distribution is near enough once five of each value are expected


def expected(thrown: int) -> int:
    """How many of so many fair dice show one given value: to the nearest whole one, a half upwards."""
    return (2 * thrown + VALUES) // (2 * VALUES)


def chance(counts: Sequence[int]) -> float | None:
    """How likely fair dice are to lie as unevenly as these counts of the six values, or more; None for too few dice.

    Pearson's chi-square test with five degrees of freedom; its tail is Abramowitz and Stegun's 26.4.4.
    """
    thrown = sum(counts)
    if thrown < FEWEST:
        return None
    squared = (VALUES * sum(count**2 for count in counts) - thrown**2) / thrown
    root = sqrt(squared)
    return erfc(root / sqrt(2)) + sqrt(2 / pi) * exp(-squared / 2) * (root + root**3 / 3)
