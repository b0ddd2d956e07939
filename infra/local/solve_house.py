"""Solve the game and write core/house.bin, the table behind the odds and the house.

`python -m infra.local.solve_house` needs NumPy and a few seconds. What the file holds stands in core/tables.py.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core import tables
from core.combinations import ALL, HAND, ORDER, is_made, score
from core.tables import HANDS, THROWS, UNIT, Tables

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

_PICKS: Final = range(len(ORDER))
_SETS: Final = 1 << len(ORDER)


def ways() -> Integers:
    """In how many of the 7,776 throws each of the 252 hands comes."""
    counts = [[hand.count(face) for face in range(1, 7)] for hand in HANDS]
    return np.array([factorial(HAND) // prod(map(factorial, faces)) for faces in counts], dtype=np.int64)


def summed() -> tuple[Integers, Integers]:
    """Points, and throws that make it, for each hand (252) and combination (16), summed over the opponent's throws."""
    tens = list(combinations_with_replacement(range(1, 7), ALL))
    places = {ten: place for place, ten in enumerate(tens)}
    met = np.array([[places[tuple(sorted(hand + other))] for other in HANDS] for hand in HANDS])
    scores = np.array([[score(combination, ten) for combination in ORDER] for ten in tens], dtype=np.int64)
    made = np.array([[is_made(combination, ten) for combination in ORDER] for ten in tens], dtype=np.int64)
    weights = ways()
    return (np.einsum("o,hoc->hc", weights, scores[met]), np.einsum("o,hoc->hc", weights, made[met]))


def best_means(points: Integers) -> Floats:
    """The best mean of each set of open combinations; bit i of its place stands for combination i."""
    worths, means, chances = np.zeros(_SETS), points / THROWS, ways() / THROWS
    for sets in _by_size():
        best = np.full((len(sets), len(HANDS)), -np.inf)
        for pick in _PICKS:
            having = np.flatnonzero(sets >> pick & 1)
            brought = means[:, pick] + worths[sets[having] ^ 1 << pick, None]
            best[having] = np.maximum(best[having], brought)
        worths[sets] = best @ chances
    return worths


def best_points(points: Integers, worths: Integers) -> Floats:
    """Mean points of each combination in a match in which every pick is the best, by the worth of each set in parts of
    1 / `UNIT`: the chance of each set of open combinations goes down from the full one.
    """
    chance, odds, found = np.zeros(_SETS), ways() / THROWS, np.zeros(len(ORDER))
    chance[-1] = 1.0
    for sets in reversed(list(_by_size())):
        best = np.full((len(sets), len(HANDS)), np.iinfo(np.int64).min)
        picks = np.zeros_like(best)
        for pick in _PICKS:
            having = np.flatnonzero(sets >> pick & 1)
            brought = points[:, pick] * (UNIT // THROWS) + worths[sets[having] ^ 1 << pick, None]
            picks[having] = np.where(brought > best[having], pick, picks[having])
            best[having] = np.maximum(best[having], brought)
        for pick in _PICKS:
            share = chance[sets, None] * np.where(picks == pick, odds, 0.0)
            found[pick] += (share.sum(axis=0) * points[:, pick]).sum() / THROWS
            having = np.flatnonzero(sets >> pick & 1)
            chance[sets[having] ^ 1 << pick] += share[having].sum(axis=1)
    return found


def greedy_means(points: Integers) -> Floats:
    """The mean of each set for a seat that always takes the most expected points now."""
    worths, means, chances = np.zeros(_SETS), points / THROWS, ways() / THROWS
    for sets in _by_size():
        is_open = (sets[:, None] >> np.arange(len(ORDER)) & 1).astype(bool)
        picks = np.where(is_open[:, None, :], means, -np.inf).argmax(axis=2)
        brought = means[np.arange(len(HANDS)), picks] + worths[sets[:, None] ^ 1 << picks]
        worths[sets] = brought @ chances
    return worths


def random_mean(points: Integers) -> float:
    """The mean of a whole match picked at random: each combination comes once, with a hand it knows nothing of."""
    return float(ways() @ points.sum(axis=1)) / THROWS**2


def solve() -> Tables:
    """All that the table holds."""
    points, made = summed()
    worths = np.rint(best_means(points) * UNIT).astype(np.int64)
    return Tables(points.ravel().tolist(), made.ravel().tolist(), worths.tolist())


def _by_size() -> Iterator[Integers]:
    """The sets of one combination, of two, and so on, each needing only smaller ones."""
    sets = np.arange(_SETS)
    sizes = sum(sets >> pick & 1 for pick in _PICKS)
    for size in range(1, len(ORDER) + 1):
        yield sets[sizes == size]


if __name__ == "__main__":
    data = tables.pack(solve())
    tables.PATH.write_bytes(data)
    print(f"{tables.PATH.name}: {len(data):,} bytes")
