"""Numbers computed ahead, in core/house.bin: the odds of each hand and the worth of each set of open combinations.

The file has no header. All numbers are little-endian:

- 252 x 16 signed 32-bit: points of each combination with each hand, summed over the opponent's 7,776 throws;
- 252 x 16 unsigned 16-bit: how many of these throws make the combination;
- 65,536 signed 32-bit: the best mean of a set of open combinations, in parts of 1 / `UNIT` of a point.

Hands stand in ascending order, combinations in the rules' order; bit i of a set stands for combination i. `UNIT` is a
multiple of 7,776, so that odds and worths add up without rounding. infra/local/solve_house.py writes the file.
"""

import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

from core.combinations import HAND, ORDER, Combination, count

PATH: Final = Path(__file__).with_name("house.bin")
THROWS: Final = 6**HAND
UNIT: Final = 1459 * THROWS
HANDS: Final = tuple(combinations_with_replacement(range(1, 7), HAND))

_COMBINATIONS: Final = len(ORDER)
_BITS: Final = {combination: 1 << place for place, combination in enumerate(ORDER)}
_ROWS: Final[dict[tuple[int, ...], int]] = {hand: row for row, hand in enumerate(HANDS)}


@dataclass(frozen=True, repr=False)
class Tables:
    """`points` and `made` hold 16 numbers a hand, `worths` one number a set."""

    points: Sequence[int]
    made: Sequence[int]
    worths: Sequence[int]


def row(hand: Sequence[int]) -> slice:
    """Where a hand's sixteen numbers stand in `points` and `made`. Raises ValueError unless `hand` is five dice."""
    count(hand, HAND)
    start = _ROWS[tuple(sorted(hand))] * _COMBINATIONS
    return slice(start, start + _COMBINATIONS)


def bits(combinations: Iterable[Combination]) -> int:
    """A set of combinations as a number. Raises ValueError for an unknown one."""
    number = 0
    for combination in combinations:
        number |= _BITS.get(combination) or _BITS[Combination(combination)]
    return number


@cache
def tables() -> Tables:
    """The shipped numbers."""
    return unpack(PATH.read_bytes())


def pack(content: Tables) -> bytes:
    return b"".join(
        _swapped(array(code, numbers)).tobytes()
        for code, numbers in (("i", content.points), ("H", content.made), ("i", content.worths))
    )


def unpack(data: bytes) -> Tables:
    """Raises ValueError for a file of another size."""
    cells, sets = len(HANDS) * _COMBINATIONS, 1 << _COMBINATIONS
    if len(data) != 6 * cells + 4 * sets:
        raise ValueError("not a table of odds and worths")
    points, made, worths = array("i"), array("H"), array("i")
    points.frombytes(data[: 4 * cells])
    made.frombytes(data[4 * cells : 6 * cells])
    worths.frombytes(data[6 * cells :])
    return Tables(_swapped(points), _swapped(made), _swapped(worths))


def _swapped(numbers: "array[int]") -> "array[int]":
    """Turn the file's byte order into the machine's, or back."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
