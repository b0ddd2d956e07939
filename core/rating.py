"""Glicko-2: how strong a player is, and how sure that is, from matches won and lost.

After Mark E. Glickman, "Example of the Glicko-2 system" (2013), whose steps the functions follow. It stands here, and
is no library's, because there is none to rely on: of the two on PyPI under its name, glicko2 2.1.0 (of 2024, untyped)
takes the square of the rating for that of the deviation where it looks for the new volatility, which the paper's own
example cannot show, its player standing at the middle; the other had one release, and brings storage and tournaments.

A match is a rating period of its own, rated where it ends. Time makes a rating less sure: a week is as long as a period
in which nobody played. Luck decides more here than at chess, so ratings lie closer together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt
from typing import Final

MIDDLE: Final = 1500.0
MOST_DEVIATION: Final = 350.0
SURE: Final = 110.0
"""A rating with a smaller deviation than this can be relied on."""
PERIOD: Final = 7 * 24 * 60 * 60
_SCALE: Final = 173.7178
_TAU: Final = 0.5
"""How fast the volatility may change."""
_NEAR_ENOUGH: Final = 1e-6


@dataclass(frozen=True)
class Rating:
    """A newcomer's, unless it is said otherwise."""

    rating: float = MIDDLE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_sure(self) -> bool:
        return self.deviation < SURE


Game = tuple[Rating, float]
"""An opponent, and what came of it: 1 for a win, 0.5 for a draw, 0 for a loss."""


def aged(player: Rating, periods: float) -> Rating:
    """The rating after so many periods without a match: as high, and less sure."""
    return replace(player, deviation=min(_spread(player, player.volatility, periods) * _SCALE, MOST_DEVIATION))


def rated(player: Rating, games: Sequence[Game], periods: float = 1.0) -> Rating:
    """The rating after the games of one rating period, that ends so many periods after the player's last match."""
    mine = (player.rating - MIDDLE) / _SCALE
    terms = [_term(mine, other, score) for other, score in games]
    variance = 1 / sum(weight for weight, _ in terms)
    surprise = sum(gain for _, gain in terms)
    volatility = _volatility(player, variance, variance * surprise)
    deviation = 1 / sqrt(1 / _spread(player, volatility, periods) ** 2 + 1 / variance)
    rating = mine + deviation**2 * surprise
    return Rating(rating * _SCALE + MIDDLE, min(deviation * _SCALE, MOST_DEVIATION), volatility)


def _term(mine: float, other: Rating, score: float) -> tuple[float, float]:
    """What a game adds to 1 / v, and to the sum that moves the rating (step 3)."""
    deviation = other.deviation / _SCALE
    g = 1 / sqrt(1 + 3 * deviation**2 / pi**2)
    expected = 1 / (1 + exp(-g * (mine - (other.rating - MIDDLE) / _SCALE)))
    return g * g * expected * (1 - expected), g * (score - expected)


def _spread(player: Rating, volatility: float, periods: float) -> float:
    """The deviation once time has passed (step 6), on the inner scale."""
    return sqrt((player.deviation / _SCALE) ** 2 + periods * volatility**2)


def _volatility(player: Rating, variance: float, delta: float) -> float:
    """Step 5: the zero of a function that falls, by regula falsi with the Illinois rule."""
    deviation_2, start = (player.deviation / _SCALE) ** 2, log(player.volatility**2)

    def f(x: float) -> float:
        spread = deviation_2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / _TAU**2

    low, high = start, _other_end(f, start, delta**2 - deviation_2 - variance)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _NEAR_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        low, f_low = (high, f_high) if f_middle * f_high <= 0 else (low, f_low / 2)
        high, f_high = middle, f_middle
    return exp(low / 2)


def _other_end(f: Callable[[float], float], start: float, excess: float) -> float:
    """A place on the other side of the zero than `start`, or at it."""
    if excess > 0:
        return log(excess)
    steps = 1
    while f(start - steps * _TAU) < 0:
        steps += 1
    return start - steps * _TAU
