"""Whether the due index has a hot key: its busiest one in a busy minute of a day with many matches, simulated.

A partition, which may hold several keys, takes 1,000 write units a second (DynamoDB's service quotas). Every reveal
moves a match's entry.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final

from core import codes

DAY_S: Final = 86_400
PARTITION_LIMIT: Final = 1000
UNITS_PER_MATCH: Final = 34
"""One when the invitation comes, two for each of 16 moves, one at the end; test_match_cost.py counts."""
MINUTE_S: Final = 60


@dataclass(frozen=True)
class Load:
    """Write units a second: of the whole index on average, and of one key on average and in its busiest second."""

    index: float
    key: float
    busiest: int


def simulate(matches_a_day: int, peak: float, seed: int = 7776) -> Load:
    """A minute in which players tap `peak` times as much as on average; each unit falls on a match with a code of its
    own, in a second of its own.
    """
    chosen = random.Random(seed)
    index = matches_a_day * UNITS_PER_MATCH / DAY_S * peak
    moves: Counter[tuple[int, int]] = Counter()
    for number in range(round(index * MINUTE_S / 2)):
        code = codes.derive(b"a deployment's key", number)
        moves[codes.shard(code), chosen.randrange(MINUTE_S)] += 2
    by_shard: Counter[int] = Counter()
    for (shard, _), units in moves.items():
        by_shard[shard] += units
    return Load(index, max(by_shard.values()) / MINUTE_S, max(moves.values()))
