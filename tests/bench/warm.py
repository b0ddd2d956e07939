"""Warm functions: CPU time for each tap and stream record, and whole taps a second with few and with many matches."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from statistics import median
from typing import Final

from tests.bench.packages import Program
from tests.bench.running import Running, started
from tests.bench.stage import Stage
from tests.bench.tables import Row
from tests.infra.stores import Store

TAPS: Final = 50
SIZES: Final = (1, 100, 10_000)


def measure(programs: Mapping[str, Program], stage: Stage, pairs: int) -> dict[str, list[float]]:
    """CPU milliseconds for an event, each program in turn; what waits for the network is no CPU time."""
    taken: dict[str, list[float]] = {name: [] for name in programs}
    with ExitStack() as opened:
        running = {name: opened.enter_context(started(one, stage.environ)) for name, one in programs.items()}
        [match] = stage.seat()
        for nth in range(pairs + 1):
            for name, function in running.items():
                events = [stage.joining() if name == "deliver" else stage.tap(match) for _ in range(TAPS)]
                took = function.serve(events)
                if nth:  # the first round warms up
                    taken[name].append(1000 * took.cpu_s / TAPS)
    return taken


def rows(taken: Mapping[str, list[float]]) -> list[Row]:
    return [_row(taken, "webhook", "tap", 0.5), _row(taken, "deliver", "record that brings both their hands", None)]


def _row(taken: Mapping[str, list[float]], name: str, what: str, goal: float | None) -> Row:
    ratio = median(mine / theirs for mine, theirs in zip(taken[name], taken["usual"], strict=True))
    mine, theirs = median(taken[name]), median(taken["usual"])
    return Row(f"warm {name}, a {what}", "usual, a tap", f"{mine:.1f} ms", f"{theirs:.1f} ms", ratio, ratio, goal)


def measure_sizes(webhook: Program, stage: Stage, pairs: int) -> dict[int, list[float]]:
    """Seconds for a tap, in tables that hold so many matches; each tap is on any of them."""
    places = {size: replace(stage, store=Store(stage.store.client)) for size in SIZES}
    matches = {size: place.seat(size) for size, place in places.items()}
    taken: dict[int, list[float]] = {size: [] for size in SIZES}
    chosen = random.Random(7776)
    with ExitStack() as opened:
        running: dict[int, Running] = {}
        for size, place in places.items():
            running[size] = opened.enter_context(started(webhook, place.environ))
        for nth in range(pairs + 2):
            for size, place in places.items():
                taps = [place.tap(chosen.choice(matches[size])) for _ in range(TAPS)]
                took = running[size].serve(taps)
                if nth > 1:
                    taken[size].append(took.wall_s / TAPS)
    return taken


def size_rows(taken: Mapping[int, list[float]]) -> list[Row]:
    one = SIZES[0]
    return [
        Row(
            what=f"whole taps a second, {size:,} matches in the table",
            beside="1 match",
            mine=f"{1 / median(taken[size]):.0f}",
            theirs=f"{1 / median(taken[one]):.0f}",
            ratio=median(many / few for many, few in zip(taken[size], taken[one], strict=True)),
            cpu_ratio=None,
            goal=1.1,
        )
        for size in SIZES[1:]
    ]
