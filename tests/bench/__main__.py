"""Prints what the bot takes beside what people would otherwise use, and what a match costs: `make bench`, or

python -m tests.bench [--pairs N] [package] [cold] [runtime] [warm] [sizes] [cost]
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests import dynamodb_local
from tests.bench import cold, match_cost, packages, prices, runtime, warm
from tests.bench.packages import Program
from tests.bench.stage import Stage, stage
from tests.bench.tables import Row, markdown, ratios
from tests.conftest import NOBODY

COST: Final = "cost"
Part = Callable[[Mapping[str, Program], Stage, int], list[Row]]
PARTS: Final[Mapping[str, Part]] = {
    "package": lambda made, _, __: packages.rows(made),
    "cold": lambda made, place, pairs: cold.rows(cold.measure(made, place, pairs)),
    "runtime": lambda made, place, pairs: runtime.rows(runtime.measure(made, place, pairs)),
    "warm": lambda made, place, pairs: warm.rows(warm.measure(made, place, pairs)),
    "sizes": lambda made, place, pairs: warm.size_rows(warm.measure_sizes(made, place, pairs)),
}


def main(arguments: Sequence[str] | None = None) -> None:
    names = [*PARTS, COST]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures the bot.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"any of {', '.join(names)}; all if none is named")
    parser.add_argument("--pairs", type=int, default=7, help="how often each program is measured")
    options = parser.parse_args(arguments)
    os.environ.update(NOBODY)
    wanted = options.parts or names
    with dynamodb_local.start() as endpoint_url:
        if measured := [PARTS[name] for name in wanted if name != COST]:
            print(ratios(_measure(measured, endpoint_url, options.pairs)), end="\n\n")
        if COST in wanted:
            print(_cost(endpoint_url))


def _measure(parts: Sequence[Part], endpoint_url: str, pairs: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, stage(endpoint_url) as place:
        made = packages.programs(Path(folder))
        return [row for part in parts for row in part(made, place, pairs)]


def _cost(endpoint_url: str) -> str:
    counted = match_cost.play(endpoint_url)
    lines = prices.bill(counted)
    cells = [[line.what, line.arithmetic, f"{1000 * line.dollars:.3f}"] for line in lines]
    heads = ["a friends' match", f"list price, {prices.AS_OF}", "dollars per 1,000"]
    calls = ", ".join(f"{count} {method}" for method, count in counted.calls.most_common())
    asked = ", ".join(
        f"{name}: {dict(asked.requests.most_common())}"
        for name, asked in (("webhook", counted.webhook), ("deliver", counted.deliver))
    )
    table = markdown(heads, [*cells, ["", "", f"**{1000 * prices.total(lines):.3f}**"]])
    return f"{table}\n\nBot API calls: {calls}\nRequests to the table: {asked}"


if __name__ == "__main__":
    main()
