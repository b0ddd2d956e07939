"""Solving the game again must give the file that ships, and the strengths that players are told."""

import numpy as np
import pytest

from core import house, tables
from core.combinations import ORDER
from core.house import Level
from core.tables import HANDS, THROWS, UNIT
from infra.local.solve_house import PICKS, SETS, Floats, Integers, best_means, by_size, solve, summed, ways


def best_points(points: Integers, worths: Integers) -> Floats:
    """Mean points of each combination in a match in which every pick is the best, by the worth of each set in parts of
    1 / `UNIT`: the chance of each set of open combinations goes down from the full one.
    """
    chance, odds, found = np.zeros(SETS), ways() / THROWS, np.zeros(len(ORDER))
    chance[-1] = 1.0
    for sets in reversed(list(by_size())):
        best = np.full((len(sets), len(HANDS)), np.iinfo(np.int64).min)
        picks = np.zeros_like(best)
        for pick in PICKS:
            having = np.flatnonzero(sets >> pick & 1)
            brought = points[:, pick] * (UNIT // THROWS) + worths[sets[having] ^ 1 << pick, None]
            picks[having] = np.where(brought > best[having], pick, picks[having])
            best[having] = np.maximum(best[having], brought)
        for pick in PICKS:
            share = chance[sets, None] * np.where(picks == pick, odds, 0.0)
            found[pick] += (share.sum(axis=0) * points[:, pick]).sum() / THROWS
            having = np.flatnonzero(sets >> pick & 1)
            chance[sets[having] ^ 1 << pick] += share[having].sum(axis=1)
    return found


def greedy_means(points: Integers) -> Floats:
    """The mean of each set for a seat that always takes the most expected points now."""
    worths, means, chances = np.zeros(SETS), points / THROWS, ways() / THROWS
    for sets in by_size():
        is_open = (sets[:, None] >> np.arange(len(ORDER)) & 1).astype(bool)
        picks = np.where(is_open[:, None, :], means, -np.inf).argmax(axis=2)
        brought = means[np.arange(len(HANDS)), picks] + worths[sets[:, None] ^ 1 << picks]
        worths[sets] = brought @ chances
    return worths


def random_mean(points: Integers) -> float:
    """The mean of a whole match picked at random: each combination comes once, with a hand it knows nothing of."""
    return float(ways() @ points.sum(axis=1)) / THROWS**2


@pytest.fixture(scope="module")
def points() -> Integers:
    return summed()[0]


def test_solving_the_game_again_gives_the_file_that_ships() -> None:
    assert tables.pack(solve()) == tables.PATH.read_bytes()


def test_fixed_point_keeps_every_worth_to_a_millionth_and_every_best_pick(points: Integers) -> None:
    exact = best_means(points)
    shipped = np.array(tables.tables().worths) / UNIT
    assert np.abs(shipped - exact).max() < 1e-6
    source = np.random.default_rng(7776)
    for number, row in zip(source.integers(1, 1 << 16, 3000), source.integers(0, 252, 3000), strict=True):
        opened = [name for place, name in enumerate(ORDER) if number >> place & 1]
        brought = [points[row, i] / THROWS + exact[number ^ 1 << i] for i in range(16) if number >> i & 1]
        assert house.best_pick(HANDS[row], opened) is opened[int(np.argmax(brought))]


def test_the_means_that_players_are_told_are_the_exact_ones(points: Integers) -> None:
    exact = {
        Level.BEST: best_means(points)[-1],
        Level.GREEDY: greedy_means(points)[-1],
        Level.RANDOM: random_mean(points),
    }
    assert {level: round(float(mean), 2) for level, mean in exact.items()} == dict(house.MEANS)


def test_the_points_of_each_combination_that_players_are_told_are_the_exact_ones(points: Integers) -> None:
    exact = best_points(points, np.array(tables.tables().worths))
    assert dict(zip(ORDER, np.round(exact, 3), strict=True)) == dict(house.POINTS)
    assert exact.sum() == pytest.approx(79.06698, abs=5e-6)
