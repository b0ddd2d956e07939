"""The clock: each minute, ends what is out of time and marks whose reminder is due. Deliver tells the players.

Runs may overlap or be missed: what is due stays in the index until a conditional write takes it out.
"""

from __future__ import annotations

import functools
import logging
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

from core.match import tick
from handlers.chat.world import BusyError, NoSuchTableError, change_in
from infra import clients
from infra.logs import log, quiet_libraries
from infra.settings import ClockSettings
from infra.table import FormatError, Table

Event = Mapping[str, Any]


def build(table: Table, now: Callable[[], int]) -> Callable[[Event, object], dict[str, int]]:
    """Wire the function; it answers how many matches were due."""

    def handle(_event: Event, _context: object) -> dict[str, int]:
        at = now()
        due = list(table.due(at))
        for code in due:
            _tick(table, code, at)
        return {"due": len(due)}

    return handle


def _tick(table: Table, code: str, at: int) -> None:
    """One match's trouble does not keep the others waiting; the next minute finds it again."""
    try:
        match = change_in(table, code, at, lambda match: tick(match, at))
        log("ticked", code=code, version=match.version, status=match.status.value)
    except (BusyError, NoSuchTableError, FormatError) as error:
        log("tick_failed", logging.ERROR, code=code, error=type(error).__name__)


@functools.cache
def _wired() -> Callable[[Event, object], dict[str, int]]:
    quiet_libraries()
    settings = ClockSettings.from_environ(os.environ)
    return build(Table(clients.dynamodb(), settings.table_name), lambda: int(time.time()))


def handler(event: Event, context: object) -> dict[str, int]:
    """Lambda's entry: a scheduled event, whose content does not matter."""
    return _wired()(event, context)
