"""The house: an opponent that plays for the best average exactly, and two that are easier to beat.

A seat's points never depend on the other's picks, so the best mean is a dynamic programme over the sets of open
combinations and the hands, solved ahead (`core.tables`). The house sees its own hand and its own open combinations.
"""

import hmac
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from core import dice
from core.combinations import ORDER, Combination
from core.levels import Level
from core.tables import THROWS, UNIT, bits, row, tables

__all__ = [
    "MEANS",
    "POINTS",
    "WINS",
    "Level",
    "answer",
    "best_mean",
    "best_pick",
    "greedy_pick",
    "pick",
    "value",
    "worth",
]

MEANS: Final[Mapping[Level, float]] = MappingProxyType({Level.RANDOM: -185.79, Level.GREEDY: -12.01, Level.BEST: 79.07})
"""Mean total of a match by level, exact to the digits shown."""

WINS: Final[Mapping[tuple[Level, Level], float]] = MappingProxyType(
    {
        (Level.BEST, Level.GREEDY): 0.734,
        (Level.BEST, Level.RANDOM): 0.971,
        (Level.GREEDY, Level.RANDOM): 0.898,
    }
)
"""The share of matches that the first level wins of the second, measured in simulated duels."""

POINTS: Final[Mapping[Combination, float]] = MappingProxyType(
    dict(
        zip(
            ORDER,
            (
                *(-20.419, -17.891, -15.616, -13.482, -11.121, -8.560),
                *(10.430, 11.310, 2.952, 10.452, 18.264, 20.954),
                *(5.363, 8.561, 39.235, 38.635),
            ),
            strict=True,
        )
    )
)
"""Mean points of each combination in a match that is played for the best average, exact to the digits shown."""

_SCALE: Final = UNIT // THROWS


def value(open_combinations: Collection[Combination]) -> float:
    """The best mean total that these combinations can bring, before the hand is seen."""
    return float(best_mean(open_combinations))


def best_mean(open_combinations: Collection[Combination]) -> Fraction:
    """`value` exactly, so that sums are exact too."""
    return Fraction(tables().worths[bits(open_combinations)], UNIT)


def worth(hand: Sequence[int], open_combinations: Collection[Combination]) -> dict[Combination, int]:
    """What each open combination brings if picked now and the rest is played best, in parts of 1 / `UNIT` of a point.

    Raises ValueError unless `hand` is five dice and something is open.
    """
    opened, worths, points = bits(open_combinations), tables().worths, tables().points[row(hand)]
    return {ORDER[place]: points[place] * _SCALE + worths[opened ^ 1 << place] for place in _places(opened)}


def best_pick(hand: Sequence[int], open_combinations: Collection[Combination]) -> Combination:
    """The pick with the best mean for the rest of the match; of equal ones the earlier in the rules' order.

    Raises ValueError as `worth` does.
    """
    return _greatest(worth(hand, open_combinations))


def greedy_pick(hand: Sequence[int], open_combinations: Collection[Combination]) -> Combination:
    """The pick with the most expected points now; ties and errors as in `best_pick`."""
    points = tables().points[row(hand)]
    return _greatest({ORDER[place]: points[place] for place in _places(bits(open_combinations))})


def pick(level: Level, hand: Sequence[int], open_combinations: Collection[Combination], number: int) -> Combination:
    """The pick of a level. `number` is a random whole number, far above 16, that only Level.RANDOM uses."""
    if level is Level.BEST:
        return best_pick(hand, open_combinations)
    if level is Level.GREEDY:
        return greedy_pick(hand, open_combinations)
    places = _places(bits(open_combinations))
    return ORDER[places[number % len(places)]]


def answer(
    level: Level, key: bytes, match_round: int, seat: int, open_combinations: Collection[Combination]
) -> Combination:
    """What the house picks in a round of a match whose dice have this key: by its own roll and open combinations alone.

    At random it draws HMAC-SHA256(key, ASCII `house:<round>`), as one number: so its picks too can be checked.
    """
    number = int.from_bytes(hmac.digest(key, f"house:{match_round:d}".encode("ascii"), "sha256"), "big")
    return pick(level, dice.roll(key, match_round, seat), open_combinations, number)


def _places(opened: int) -> list[int]:
    """Places in the rules' order of the combinations in a set. Raises ValueError for the empty set."""
    if not opened:
        raise ValueError("no combination is open")
    return [place for place in range(len(ORDER)) if opened >> place & 1]


def _greatest(amounts: Mapping[Combination, int]) -> Combination:
    return max(amounts, key=lambda combination: amounts[combination])
