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
from tests.deploy.template import read_template
from tests.infra.largest import WRITE_UNIT, item_size, largest_items

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
    idle, metrics = prices.idle(read_template()), prices.metrics()
    figures = [*_figures(counted), ["idle, dollars a month", f"{prices.total(idle):.2f}", "< 1"]]
    return "\n\n".join(
        [
            markdown(["what", "counted", "goal"], figures),
            _bill("a friends' match", "dollars per 1,000", prices.bill(counted), 1000),
            _bill("nobody plays", "dollars a month", idle, 1),
            _bill("somebody plays in every hour", "dollars a month, at most", [metrics], 1),
        ]
    )


def _bill(what: str, unit: str, lines: list[prices.Item], times: int) -> str:
    cells = [[line.what, line.arithmetic, f"{times * line.dollars:.3f}"] for line in lines]
    summed = ["", "", f"**{times * prices.total(lines):.3f}**"]
    return markdown([what, f"list price, {prices.AS_OF}", unit], [*cells, summed])


def _figures(counted: match_cost.Counted) -> list[list[str]]:
    """What is counted beside the prices."""
    sizes = {name: max(map(item_size, items)) for name, items in largest_items().items()}
    calls = ", ".join(f"{count} {method}" for method, count in counted.calls.most_common())
    asked = ", ".join(
        f"{name}: {dict(asked.requests.most_common())}"
        for name, asked in (("webhook", counted.webhook), ("deliver", counted.deliver))
    )
    lines = ", ".join(f"{count} {what}" for what, count in counted.lines.items())
    return [
        *([f"{name} item, bytes at its largest", str(size), f"< {WRITE_UNIT}"] for name, size in sizes.items()),
        ["requests of a tap", str(dict(counted.taps[0].requests)), "1 read, 1 write"],
        ["messages for each player in a round, at most", f"{counted.most('sendMessage'):g}", "1"],
        ["edits for each player in a round, at most", f"{counted.most('editMessageText'):g}", "≤ 2"],
        ["Bot API calls", calls, ""],
        ["requests to the table", asked, ""],
        ["log lines", f"{lines}; {counted.line_bytes:,} bytes", ""],
    ]


if __name__ == "__main__":
    main()
