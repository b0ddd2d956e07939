"""What a player's statistics must say, by the results that the player's chat was told."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

WON: Final = ("won", "they resigned", "they timed out")
LOST: Final = ("lost", "resigned", "timed out")
COUNTED: Final = (*WON, *LOST, "drawn")
_PLAYED: Final = r"· ([\d,]+) played, average (−?[\d,]+\.\d)\nWon ([\d,]+) · drawn ([\d,]+) · lost ([\d,]+)"
_FEW: Final = re.compile(r"Your dice · ([\d,]+) thrown")
_DICE: Final = re.compile(r"([1-6]): ([\d,]+)")


@dataclass
class Record:
    """Matches of one kind."""

    ends: Counter[str] = field(default_factory=Counter)
    points: int = 0

    def differs(self, title: str, text: str) -> str | None:
        found = re.search(f"{title} {_PLAYED}", text)
        expected = [sum(self.ends.values()), self.ends["won"], self.ends["drawn"], self.ends["lost"]]
        if found is None:
            return f"{title} {expected} missing" if expected[0] else None
        told = [_number(found[group]) for group in (1, 3, 4, 5)]
        if told != expected:
            return f"{title} {told} instead of {expected}"
        mean = Fraction(found[2].replace("−", "-").replace(",", ""))
        exact = Fraction(self.points, expected[0])
        return f"{title}: average {mean} instead of {exact}" if abs(mean - exact) > Fraction(1, 20) else None


@dataclass
class Score:
    """A player's matches so far."""

    friends: Record = field(default_factory=Record)
    house: Record = field(default_factory=Record)
    thrown: Counter[int] = field(default_factory=Counter)

    def add(self, end: str, total: int, dice: list[int], is_house: bool) -> None:
        if end not in COUNTED:
            return
        record = self.house if is_house else self.friends
        record.ends["won" if end in WON else "lost" if end in LOST else "drawn"] += 1
        record.points += total
        self.thrown.update(dice)


def statistics_differ(text: str, score: Score) -> str | None:
    """What is wrong with what /stats says; None if it is right."""
    if "no match to count" in text:
        told_none = not score.friends.ends and not score.house.ends
        return None if told_none else "no match is counted"
    return score.friends.differs("Friends", text) or score.house.differs("The house", text) or _dice(text, score)


def _dice(text: str, score: Score) -> str | None:
    few = _FEW.search(text)
    if few is not None:
        told, thrown = _number(few[1]), sum(score.thrown.values())
        return f"{told} dice instead of {thrown}" if told != thrown else None
    counts = {int(value): _number(count) for value, count in _DICE.findall(text)}
    expected = {value: score.thrown[value] for value in range(1, 7)}
    return f"dice {counts} instead of {expected}" if counts != expected and counts else None


def _number(text: str) -> int:
    return int(text.replace(",", ""))
