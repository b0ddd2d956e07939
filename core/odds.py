"""What a hand is worth before the other five dice are known: exact odds over the opponent's 7,776 throws."""

from collections.abc import Mapping, Sequence

from core.combinations import ORDER, Combination
from core.tables import THROWS, row, tables


def expected(hand: Sequence[int]) -> Mapping[Combination, float]:
    """Mean points of each combination, picked with this hand. Raises ValueError unless `hand` is five dice."""
    return dict(zip(ORDER, (points / THROWS for points in tables().points[row(hand)]), strict=True))


def chance(hand: Sequence[int]) -> Mapping[Combination, float]:
    """The chance, 0 to 1, that each combination is made. Raises ValueError unless `hand` is five dice."""
    return dict(zip(ORDER, (made / THROWS for made in tables().made[row(hand)]), strict=True))
