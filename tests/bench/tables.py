"""How results are shown: Markdown tables, so that the README can quote them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A ratio beside its goal: the median of the pairs, by the clock and by CPU time."""

    what: str
    beside: str
    mine: str
    theirs: str
    ratio: float
    cpu_ratio: float | None
    goal: float | None

    @property
    def cells(self) -> list[str]:
        cpu = "" if self.cpu_ratio is None else f"{self.cpu_ratio:.2f}"
        return [self.what, self.beside, self.mine, self.theirs, f"{self.ratio:.2f}", cpu, _goal(self.goal)]


def _goal(goal: float | None) -> str:
    return "" if goal is None else f"≤ {goal}"


def ratios(rows: Iterable[Row]) -> str:
    heads = ["what", "beside", "this bot", "the other", "ratio", "of CPU time", "goal"]
    return markdown(heads, [row.cells for row in rows])


def markdown(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
