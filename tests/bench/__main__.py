"""Prints what the bot takes beside what people would otherwise use: `make bench`, or

python -m tests.bench [--pairs N] [cold] [runtime] [warm] [sizes]
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests import dynamodb_local
from tests.bench import cold, runtime, warm
from tests.bench.packages import Program, programs
from tests.bench.stage import Stage, stage
from tests.bench.tables import Row, ratios
from tests.conftest import NOBODY

Part = Callable[[Mapping[str, Program], Stage, int], list[Row]]
PARTS: Final[Mapping[str, Part]] = {
    "cold": lambda made, place, pairs: cold.rows(cold.measure(made, place, pairs)),
    "runtime": lambda made, place, pairs: runtime.rows(runtime.measure(made, place, pairs)),
    "warm": lambda made, place, pairs: warm.rows(warm.measure(made, place, pairs)),
    "sizes": lambda made, place, pairs: warm.size_rows(warm.measure_sizes(made["webhook"], place, pairs)),
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures the bot.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"any of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--pairs", type=int, default=9, help="how often each program is measured (at least 7)")
    options = parser.parse_args(arguments)
    os.environ.update(NOBODY)
    with tempfile.TemporaryDirectory() as folder, dynamodb_local.start() as endpoint_url, stage(endpoint_url) as place:
        made = programs(Path(folder))
        rows = [row for part in options.parts or PARTS for row in PARTS[part](made, place, options.pairs)]
        print(ratios(rows))


if __name__ == "__main__":
    main()
