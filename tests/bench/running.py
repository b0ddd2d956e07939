"""Functions in processes of their own, and what each serving took: of the clock, and of the process's own time."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.bench.packages import Program


@dataclass(frozen=True)
class Took:
    """In seconds: until the answer, from when the events were given (or the interpreter was started); CPU time for
    these events alone, and since the process began.
    """

    wall_s: float
    cpu_s: float
    cpu_since_start_s: float


class Running:
    """One process, which serves lists of events one after another."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def serve(self, events: Sequence[Mapping[str, Any]], since: float | None = None) -> Took:
        """`since`: the moment of time.perf_counter that counts as the beginning; this one if none is given."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = json.dumps(events) + "\n"
        began = time.perf_counter() if since is None else since
        self._process.stdin.write(line)
        self._process.stdin.flush()
        while True:
            answer = self._process.stdout.readline()
            wall_s = time.perf_counter() - began
            if not answer:
                raise RuntimeError(f"the function ended with {self._process.wait()}")
            if answer.startswith('{"cpu_s"'):  # what deliver writes for CloudWatch passes by here, too
                return Took(wall_s=wall_s, **json.loads(answer))


@contextmanager
def started(program: Program, environ: Mapping[str, str]) -> Iterator[Running]:
    """A process that has been started, and may still be loading the function."""
    with subprocess.Popen(
        program.command,
        env=dict(environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield Running(process)
        finally:
            process.kill()


def first_answer(program: Program, environ: Mapping[str, str], event: Mapping[str, Any]) -> Took:
    """From a new interpreter to the first event served."""
    began = time.perf_counter()
    with started(program, environ) as running:
        return running.serve([event], since=began)
