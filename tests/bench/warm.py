"""Warm functions: CPU time for a tap, a stream record and a due match, and whole taps a second with more matches."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from statistics import median
from typing import Any, Final

from core.match import Match
from tests.bench.packages import WARM, Program
from tests.bench.running import Took, started
from tests.bench.stage import Stage
from tests.bench.tables import Row
from tests.infra.stores import Store

TAPS: Final = 30
"""All but the last round of a match."""
Sizes = dict[tuple[str, int], list[Took]]
SIZES: Final = (1, 100, 10_000)
_SIZED: Final = {"webhook": "whole taps", "bare": "the two requests of bare"}


def measure(programs: Mapping[str, Program], stage: Stage, pairs: int) -> dict[str, list[float]]:
    """CPU milliseconds for an event, each program in turn; what waits for the network is no CPU time."""
    taken: dict[str, list[float]] = {name: [] for name in WARM}
    with ExitStack() as opened:
        running = {
            name: opened.enter_context(started(one, stage.environ)) for name, one in programs.items() if name in WARM
        }
        matches = dict(zip(WARM, stage.seat(len(WARM)), strict=True))
        for nth in range(pairs + 1):
            for name, function in running.items():
                took = function.serve(_events(stage, name, matches[name]))
                if nth:  # the first round warms up
                    taken[name].append(1000 * took.cpu_s / TAPS)
        stage.verify_saved(matches["webhook"], TAPS)
    return taken


def _events(stage: Stage, name: str, match: Match) -> Sequence[Mapping[str, Any]]:
    if name == "clock":
        return [stage.due(TAPS)]
    stage.restart(match)
    return [stage.joining() if name in ("deliver", "messages") else stage.tap(match) for _ in range(TAPS)]


def rows(taken: Mapping[str, list[float]]) -> list[Row]:
    return [
        _row(taken, "webhook", "tap", 0.5),
        _row(taken, "bare", "tap (its two requests alone)", None),
        _row(taken, "deliver", "record that brings both their hands", None),
        _row(taken, "messages", "record's two messages (the library alone)", None),
        _row(taken, "clock", "match whose reminder is due", None),
    ]


def _row(taken: Mapping[str, list[float]], name: str, what: str, goal: float | None) -> Row:
    ratio = median(mine / theirs for mine, theirs in zip(taken[name], taken["usual"], strict=True))
    mine, theirs = median(taken[name]), median(taken["usual"])
    return Row(f"warm {name}, a {what}", "usual, a tap", f"{mine:.1f} ms", f"{theirs:.1f} ms", ratio, ratio, goal)


def measure_sizes(programs: Mapping[str, Program], stage: Stage, pairs: int) -> Sizes:
    """A tap in tables that hold so many matches, each on any of them: by the webhook, and by the bare function, which
    sends the same two requests and so shows the table's own share.
    """
    taken: Sizes = {(name, size): [] for name in _SIZED for size in SIZES}
    places = {one: replace(stage, store=Store(stage.store.client)) for one in taken}
    matches = {(name, size): place.seat(size) for (name, size), place in places.items()}
    chosen = random.Random(7776)
    with ExitStack() as opened:
        running = {one: opened.enter_context(started(programs[one[0]], place.environ)) for one, place in places.items()}
        for nth in range(pairs + 2):
            for one, function in running.items():
                tapped = chosen.choices(matches[one], k=TAPS)
                places[one].restart(*tapped)
                took = function.serve([places[one].tap(match) for match in tapped])
                if nth > 1:
                    taken[one].append(took)
    return taken


def size_rows(taken: Sizes) -> list[Row]:
    return [_size_row(taken, name, size) for name in _SIZED for size in SIZES[1:]]


def _size_row(taken: Sizes, name: str, size: int) -> Row:
    pairs = list(zip(taken[name, size], taken[name, SIZES[0]], strict=True))
    many, few = (median(took.wall_s for took in column) for column in zip(*pairs, strict=True))
    return Row(
        what=f"{_SIZED[name]} a second, {size:,} matches in the table",
        beside="1 match",
        mine=f"{TAPS / many:.0f}",
        theirs=f"{TAPS / few:.0f}",
        ratio=median(many.wall_s / few.wall_s for many, few in pairs),
        cpu_ratio=median(many.cpu_s / few.cpu_s for many, few in pairs),
        goal=1.1 if name == "webhook" else None,
    )
