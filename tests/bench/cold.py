"""Cold starts: from a new interpreter to the first update answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from typing import Final

from tests.bench.packages import COLD, Program
from tests.bench.running import Took, first_answer
from tests.bench.stage import Stage
from tests.bench.tables import Row

FLOOR: Final = "an interpreter that does nothing"
Programs = Mapping[str, Program]


def measure(programs: Programs, stage: Stage, pairs: int) -> dict[str, list[Took]]:
    """Each program so many times, one after another in turn, so that a slow moment meets them all."""
    taken: dict[str, list[Took]] = {name: [] for name in COLD}
    for nth in range(pairs + 1):
        for name in COLD:
            event = stage.joining() if name == "deliver" else stage.tap(stage.seat()[0])
            took = first_answer(programs[name], stage.environ, event)
            if nth:  # the first round brings files into memory
                taken[name].append(took)
    return taken


def rows(taken: Mapping[str, list[Took]]) -> list[Row]:
    goals = [
        ("webhook", "bare", 1.25),
        ("webhook", "usual", 0.4),
        ("deliver", "usual", 0.6),
        ("nothing", "usual", None),
    ]
    return [_row(taken, *goal) for goal in goals]


def _row(taken: Mapping[str, list[Took]], mine: str, other: str, goal: float | None) -> Row:
    return Row(
        what=f"cold start, {FLOOR if mine == 'nothing' else mine}",
        beside=other,
        mine=f"{1000 * median(took.wall_s for took in taken[mine]):.0f} ms",
        theirs=f"{1000 * median(took.wall_s for took in taken[other]):.0f} ms",
        ratio=_ratio(taken[mine], taken[other], lambda took: took.wall_s),
        cpu_ratio=_ratio(taken[mine], taken[other], lambda took: took.cpu_since_start_s),
        goal=goal,
    )


def _ratio(mine: list[Took], theirs: list[Took], what: Callable[[Took], float]) -> float:
    return median(what(one) / what(other) for one, other in zip(mine, theirs, strict=True))
