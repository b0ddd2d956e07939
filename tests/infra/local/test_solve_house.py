"""Solving the game again must give the file that ships, and the strengths that players are told."""

import pytest

np = pytest.importorskip("numpy")

from core import house, tables  # noqa: E402
from core.combinations import ORDER  # noqa: E402
from core.house import Level  # noqa: E402
from infra.local import solve_house  # noqa: E402


@pytest.fixture(scope="module")
def points() -> solve_house.Integers:
    return solve_house.summed()[0]


def test_solving_the_game_again_gives_the_file_that_ships() -> None:
    assert tables.pack(solve_house.solve()) == tables.PATH.read_bytes()


def test_fixed_point_keeps_every_worth_to_a_millionth_and_every_best_pick(points: solve_house.Integers) -> None:
    exact = solve_house.best_means(points)
    shipped = np.array(tables.tables().worths) / tables.UNIT
    assert np.abs(shipped - exact).max() < 1e-6
    source = np.random.default_rng(7776)
    for number, row in zip(source.integers(1, 1 << 16, 3000), source.integers(0, 252, 3000), strict=True):
        opened = [name for place, name in enumerate(ORDER) if number >> place & 1]
        brought = [points[row, i] / tables.THROWS + exact[number ^ 1 << i] for i in range(16) if number >> i & 1]
        assert house.best_pick(tables.HANDS[row], opened) is opened[int(np.argmax(brought))]


def test_the_means_that_players_are_told_are_the_exact_ones(points: solve_house.Integers) -> None:
    exact = {
        Level.BEST: solve_house.best_means(points)[-1],
        Level.GREEDY: solve_house.greedy_means(points)[-1],
        Level.RANDOM: solve_house.random_mean(points),
    }
    assert {level: round(float(mean), 2) for level, mean in exact.items()} == dict(house.MEANS)


def test_the_points_of_each_combination_that_players_are_told_are_the_exact_ones(points: solve_house.Integers) -> None:
    exact = solve_house.best_points(points, np.array(tables.tables().worths))
    assert dict(zip(ORDER, np.round(exact, 3), strict=True)) == dict(house.POINTS)
    assert exact.sum() == pytest.approx(79.06698, abs=5e-6)
