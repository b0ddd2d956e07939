"""The rules once more, from their text alone and by another way than the bot's: nothing is imported from it.

Combinations are named as in callback data.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

VALUES: Final = range(1, 7)
COMBINATIONS: Final = (
    *"123456",
    *("two", "three", "four", "poker", "2+2", "3+2"),
    *("minor_straight", "major_straight", "minor_sum", "major_sum"),
)
_OF_A_KIND: Final = {"two": 2, "three": 3, "four": 4}


def points(combination: str, dice: Sequence[int]) -> int:
    """What a combination scores on ten dice: the most of what they make, or the cost of failing."""
    assert len(dice) == 10
    return max(_made(combination, dice), default=-70 if combination.isdigit() else -10)


def is_made(combination: str, dice: Sequence[int]) -> bool:
    return any(True for _ in _made(combination, dice))


def _made(combination: str, dice: Sequence[int]) -> Iterator[int]:
    """The points of every way in which these dice make the combination."""
    if combination.isdigit():
        value = int(combination)
        yield from [value * dice.count(value)] if dice.count(value) >= 3 else []
    elif combination in _OF_A_KIND:
        of_a_kind = _OF_A_KIND[combination]
        yield from (of_a_kind * value for value in VALUES if dice.count(value) >= of_a_kind)
    elif combination == "poker":
        yield from (40 + 10 * value for value in VALUES if dice.count(value) >= 5)
    elif "+" in combination:
        first, second = map(int, combination.split("+"))
        for one, other in permutations(VALUES, 2):
            if dice.count(one) >= first and dice.count(other) >= second:
                yield first * one + second * other
    else:
        yield from _made_of_all(combination, dice)


def _made_of_all(combination: str, dice: Sequence[int]) -> Iterator[int]:
    if combination == "minor_straight":
        yield from [15] if {1, 2, 3, 4, 5} <= set(dice) else []
    elif combination == "major_straight":
        yield from [20] if {2, 3, 4, 5, 6} <= set(dice) else []
    else:
        yield {"minor_sum": 70 - sum(dice), "major_sum": sum(dice)}[combination]


def seal(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def throw(secret: bytes, code: str, match_round: int, seat: int) -> list[int]:
    """The five dice, ascending, of a seat (0 host, 1 guest) in a match in which nobody has a lucky word."""
    text = json.dumps(["7776", code, "", ""], separators=(",", ":"), ensure_ascii=False)
    key = hmac.digest(secret, text.encode(), "sha256")
    dice: list[int] = []
    block = 0
    while len(dice) < 5:
        data = hmac.digest(key, f"{match_round}:{seat}:{block}".encode("ascii"), "sha256")
        dice += [byte % 6 + 1 for byte in data if byte < 252]
        block += 1
    return sorted(dice[:5])
