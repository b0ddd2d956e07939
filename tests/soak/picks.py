"""What a seat has tapped in each round, what it was told of that, and so what must count."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

_LABELS: Final = {
    "2 kind": "two",
    "3 kind": "three",
    "4 kind": "four",
    "Poker": "poker",
    "Minor Straight": "minor_straight",
    "Major Straight": "major_straight",
    "Minor Sum": "minor_sum",
    "Major Sum": "major_sum",
}
_ACCEPTED: Final = re.compile(r"You picked ([^.;]+)\.")

_SAYS_NOTHING: Final = "has ended"
"""Whether a pick was the one that ended the match, such a toast does not say."""


@dataclass
class Tap:
    """One pick that was tapped, as the `nth` of its round. Without an answer nobody knows whether it counts."""

    combination: str
    nth: int
    is_accepted: bool = False
    is_answered: bool = False


@dataclass
class Taps:
    """A seat's picks by round."""

    _rounds: dict[int, list[Tap]] = field(default_factory=lambda: defaultdict(list))

    def begin(self, number: int, combination: str, nth: int) -> None:
        self._rounds[number].append(Tap(combination, nth))

    def answer(self, number: int, combination: str, nth: int, toast: str | None) -> bool:
        """Note a toast; whether it accepts the pick."""
        taps = [tap for tap in self._rounds[number] if (tap.combination, tap.nth) == (combination, nth)]
        found = _ACCEPTED.search(toast or "")
        is_accepted = found is not None and _LABELS.get(found[1], found[1]) == combination
        for tap in taps[-1:]:
            tap.is_answered = toast is not None and _SAYS_NOTHING not in toast
            tap.is_accepted = is_accepted
        return is_accepted

    def any_in(self, number: int) -> bool:
        return bool(self._rounds[number])

    def accepted_in(self, number: int) -> bool:
        return any(tap.is_accepted for tap in self._rounds[number])

    def problem(self, number: int, counted: str) -> str | None:
        """What is wrong with what counted in a round, if anything is: the last accepted pick must."""
        taps = self._rounds[number]
        last = max((tap.nth for tap in taps if tap.is_accepted), default=-1)
        may_count = {tap.combination for tap in taps if tap.nth == last and tap.is_accepted}
        may_count |= {tap.combination for tap in taps if tap.nth >= last and not tap.is_answered}
        return None if counted in may_count else f"{counted} counted instead of {sorted(may_count)}"
