"""Cold starts as aws-lambda-rie reports them, with awslambdaric: the start and the first invocation."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.bench.cold import FLOOR
from tests.bench.packages import COLD, Program
from tests.bench.stage import Stage
from tests.bench.tables import Row
from tests.deploy.runtime import container

_INIT: Final = re.compile(r"INIT REPORT\(durationMs: ([\d.]+)\)")
_INVOKED: Final = re.compile(r"INVOKE RTDONE\(.*duration: ([\d.]+)ms\)")


def measure(programs: Mapping[str, Program], stage: Stage, pairs: int) -> dict[str, list[float]]:
    """Milliseconds of the runtime's start and of the first event together."""
    taken: dict[str, list[float]] = {name: [] for name in COLD}
    for nth in range(pairs + 1):
        for name in COLD:
            event = stage.joining() if name == "deliver" else stage.tap(stage.seat()[0])
            took = _first(programs[name], stage.environ, event)
            if nth:
                taken[name].append(took)
    return taken


def _first(program: Program, environ: Mapping[str, str], event: Mapping[str, Any]) -> float:
    own = {} if program.is_compiled else {"PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with container(program.folder, f"{program.module}.handler", {**environ, **own}, log) as function:
            function(event)
        said = log.read_text()
    return sum(float(pattern.findall(said)[0]) for pattern in (_INIT, _INVOKED))


def rows(taken: Mapping[str, list[float]]) -> list[Row]:
    goals = [
        ("webhook", "bare", 1.25),
        ("webhook", "usual", 0.4),
        ("deliver", "usual", 0.6),
        ("nothing", "usual", None),
    ]
    return [
        Row(
            what=f"init and first event in Lambda's runtime, {FLOOR if mine == 'nothing' else mine}",
            beside=other,
            mine=f"{median(taken[mine]):.0f} ms",
            theirs=f"{median(taken[other]):.0f} ms",
            ratio=median(one / two for one, two in zip(taken[mine], taken[other], strict=True)),
            cpu_ratio=None,
            goal=goal,
        )
        for mine, other, goal in goals
    ]
