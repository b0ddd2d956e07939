"""The sixteen combinations and how ten dice score in each: the rules of 7776 and nothing else."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from enum import StrEnum
from itertools import repeat
from typing import Final


class Combination(StrEnum):
    """A box of the score card, in the rules' order; the values stand in buttons and stored matches."""

    ONES = "1"
    TWOS = "2"
    THREES = "3"
    FOURS = "4"
    FIVES = "5"
    SIXES = "6"
    TWO_OF_A_KIND = "two"
    THREE_OF_A_KIND = "three"
    FOUR_OF_A_KIND = "four"
    POKER = "poker"
    TWO_PLUS_TWO = "2+2"
    THREE_PLUS_TWO = "3+2"
    MINOR_STRAIGHT = "minor_straight"
    MAJOR_STRAIGHT = "major_straight"
    MINOR_SUM = "minor_sum"
    MAJOR_SUM = "major_sum"

    @property
    def letter(self) -> str:
        """One letter, a to p in the rules' order, that stands for a pick in storage."""
        return _LETTERS[ORDER.index(self)]

    @staticmethod
    def from_letter(letter: str) -> Combination:
        """The combination of a stored letter. Raises ValueError for any other text."""
        if len(letter) != 1 or letter not in _LETTERS:
            raise ValueError("a pick is one letter from a to p")
        return ORDER[_LETTERS.index(letter)]


ORDER: tuple[Combination, ...] = tuple(Combination)
HAND: Final = 5
ALL: Final = 10
MISSED: Final = -10
COSTLY: Final = -70
"""The points of a failed pick, COSTLY for one of the values 1 to 6; some combinations cannot fail."""

_FACES = range(1, 7)
_LETTERS = "abcdefghijklmnop"

# Groups of equal dice that a combination asks for, the largest first; each group has its own value.
_GROUPS = {
    Combination.TWO_OF_A_KIND: (2,),
    Combination.THREE_OF_A_KIND: (3,),
    Combination.FOUR_OF_A_KIND: (4,),
    Combination.POKER: (5,),
    Combination.TWO_PLUS_TWO: (2, 2),
    Combination.THREE_PLUS_TWO: (3, 2),
}
_VALUES = {combination: value for value, combination in enumerate(ORDER[:6], start=1)}
_STRAIGHTS = {Combination.MINOR_STRAIGHT: (1, 2, 3, 4, 5), Combination.MAJOR_STRAIGHT: (2, 3, 4, 5, 6)}
_CANNOT_FAIL = frozenset({Combination.TWO_OF_A_KIND, Combination.MINOR_SUM, Combination.MAJOR_SUM})


def score(combination: Combination, dice: Sequence[int]) -> int:
    """Points of a pick on all ten dice, in any order.

    Raises ValueError unless `dice` is a sequence of exactly ten whole numbers from 1 to 6.
    """
    combination = Combination(combination)
    scoring = _scoring(combination, count(dice, ALL))
    return _points(combination, scoring) if scoring else fail_points(combination)


def is_made(combination: Combination, dice: Sequence[int]) -> bool:
    """Whether ten dice make the combination. Raises ValueError as `score` does."""
    return bool(_scoring(Combination(combination), count(dice, ALL)))


def is_certain(combination: Combination, hand: Sequence[int]) -> bool:
    """Whether a pick cannot fail with this hand of five, whatever the other five dice are.

    Apart from the three that never fail, that is so only when the hand makes the combination by itself: five other dice
    can always be found that add nothing. Raises ValueError unless `hand` is five dice.
    """
    combination = Combination(combination)
    counts = count(hand, HAND)
    return not can_fail(combination) or bool(_scoring(combination, counts))


def scoring_dice(combination: Combination, dice: Sequence[int]) -> tuple[int, ...]:
    """The dice that score, sorted; empty when the pick fails. Raises ValueError as `score` does."""
    return _scoring(Combination(combination), count(dice, ALL))


def can_fail(combination: Combination) -> bool:
    return Combination(combination) not in _CANNOT_FAIL


def fail_points(combination: Combination) -> int:
    """Points of a failed pick, and 0 for a combination that cannot fail."""
    combination = Combination(combination)
    if combination in _CANNOT_FAIL:
        return 0
    return COSTLY if combination in _VALUES else MISSED


def count(dice: Sequence[int], size: int) -> list[int]:
    """How many dice show each value; index 0 is unused. Raises ValueError for anything but `size` dice."""
    counts = [0] * 7
    try:
        if len(dice) != size:
            raise ValueError(f"expected {size} dice")
        for die in dice:
            value = -1 if isinstance(die, bool) else operator.index(die)
            if value not in _FACES:
                raise ValueError("a die is a whole number from 1 to 6")
            counts[value] += 1
    except TypeError:
        raise ValueError("dice are a sequence of whole numbers from 1 to 6") from None
    return counts


def _scoring(combination: Combination, counts: Sequence[int]) -> tuple[int, ...]:
    if combination in _VALUES:
        value = _VALUES[combination]
        return (value,) * counts[value] if counts[value] >= 3 else ()
    if combination in _GROUPS:
        return _grouped(_GROUPS[combination], counts)
    if combination in _STRAIGHTS:
        straight = _STRAIGHTS[combination]
        return straight if all(counts[value] for value in straight) else ()
    return tuple(value for face in _FACES for value in repeat(face, counts[face]))


def _grouped(sizes: tuple[int, ...], counts: Sequence[int]) -> tuple[int, ...]:
    """The greatest value that fills the first group, then the greatest other one that fills the second."""
    values: list[int] = []
    for size in sizes:
        fitting = [value for value in _FACES if counts[value] >= size and value not in values]
        if not fitting:
            return ()
        values.append(fitting[-1])
    return tuple(sorted(die for value, size in zip(values, sizes, strict=True) for die in repeat(value, size)))


def _points(combination: Combination, scoring: tuple[int, ...]) -> int:
    if combination is Combination.POKER:
        return 40 + 10 * scoring[0]
    if combination is Combination.MINOR_SUM:
        return 70 - sum(scoring)
    return sum(scoring)
