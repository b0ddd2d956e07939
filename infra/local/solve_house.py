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

PICKS: Final = range(len(ORDER))
SETS: Final = 1 << len(ORDER)


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


def by_size() -> Iterator[Integers]:
    """The sets of one combination, of two, and so on, each needing only smaller ones."""
    sets = np.arange(SETS)
    sizes = sum(sets >> pick & 1 for pick in PICKS)
    for size in range(1, len(ORDER) + 1):
        yield sets[sizes == size]


def best_means(points: Integers) -> Floats:
    """The best mean of each set of open combinations; bit i of its place stands for combination i."""
    worths, means, chances = np.zeros(SETS), points / THROWS, ways() / THROWS
    for sets in by_size():
        best = np.full((len(sets), len(HANDS)), -np.inf)
        for pick in PICKS:
            having = np.flatnonzero(sets >> pick & 1)
            brought = means[:, pick] + worths[sets[having] ^ 1 << pick, None]
            best[having] = np.maximum(best[having], brought)
        worths[sets] = best @ chances
    return worths


def solve() -> Tables:
    """All that the table holds."""
    points, made = summed()
    worths = np.rint(best_means(points) * UNIT).astype(np.int64)
    return Tables(points.ravel().tolist(), made.ravel().tolist(), worths.tolist())


if __name__ == "__main__":
    data = tables.pack(solve())
    tables.PATH.write_bytes(data)
    print(f"{tables.PATH.name}: {len(data):,} bytes")
