"""What the bot has promised never to happen, and how often the checker found that it did."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

LOST_PICKS: Final = "picks accepted and lost"
UNREVEALED: Final = "rounds never revealed"
REVEALED_TWICE: Final = "rounds revealed in two ways"
WRONG: Final = "results that differ from the rules"
WRONG_STATISTICS: Final = "statistics that differ from the results"
DISORDER: Final = "messages out of order in a chat"
EARLY: Final = "dice seen too early"
DUPLICATES: Final = "duplicate messages beyond one for each kill or fault"
UNENDED: Final = "matches that did not end"
PROMISES: Final = (
    LOST_PICKS, UNREVEALED, REVEALED_TWICE, WRONG, WRONG_STATISTICS, DISORDER, EARLY, DUPLICATES, UNENDED,
)  # fmt: skip


@dataclass
class Verdict:
    """How often each promise was broken, with words for each case; and what there was that is no breach."""

    broken: dict[str, list[str]] = field(default_factory=lambda: {promise: [] for promise in PROMISES})
    seen: Counter[str] = field(default_factory=Counter)

    def breach(self, promise: str, words: str) -> None:
        self.broken[promise].append(words)

    @property
    def is_clean(self) -> bool:
        return not any(self.broken.values())
