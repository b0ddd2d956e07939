"""The clock: each minute, ends what is out of time and marks whose reminder is due. Deliver tells the players.

Runs may overlap, be missed or be cut short: what is due stays in the index until a conditional write takes it out.
"""

from __future__ import annotations

import functools
import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from core.match import tick
from handlers.chat.world import BusyError, NoSuchTableError, change_in
from infra import clients
from infra.logs import decision, log, quiet_libraries, tell_start
from infra.settings import ClockSettings
from infra.table import FormatError, Table

Event = Mapping[str, Any]
SIDE_BY_SIDE: Final = 8
LEFT_FOR_THE_LAST_MS: Final = 12_000
"""A run begins with no further match when it has so little time left: a save may be tried three times."""

LEFT, TABLE_FAILED = "left", "table_failed"


class ClockError(Exception):
    """The table did not answer for some matches; the others were done, and the next run looks at these again."""


def build(
    table: Table, now: Callable[[], int], side_by_side: int = SIDE_BY_SIDE
) -> Callable[[Event, Any], dict[str, int]]:
    """Wire the function; it answers how many matches were due, and how many of them are left for the next run.

    One by one (`side_by_side` 1) it makes the same calls in the same order each time. Its function raises ClockError.
    """

    def handle(_: Event, context: Any) -> dict[str, int]:
        at = now()
        due = list(table.due(at))

        def work(code: str) -> str | None:
            return _tick(table, code, at) if context.get_remaining_time_in_millis() > LEFT_FOR_THE_LAST_MS else LEFT

        with ThreadPoolExecutor(side_by_side) as pool:
            outcomes = Counter(pool.map(work, due))
        if outcomes[LEFT]:
            log("clock_behind", logging.WARNING, function="clock", due=len(due), left=outcomes[LEFT])
        if outcomes[TABLE_FAILED]:
            raise ClockError(f"the table did not answer for {outcomes[TABLE_FAILED]} of {len(due)} matches")
        return {"due": len(due), "left": outcomes[LEFT]}

    return handle


def _tick(table: Table, code: str, at: int) -> str | None:
    """One match's trouble does not keep the others waiting; the next minute finds it again.

    TABLE_FAILED if the table did not answer.
    """
    with decision("ticked", function="clock", code=code):
        return _ticked(table, code, at)


def _ticked(table: Table, code: str, at: int) -> str | None:
    try:
        change_in(table, code, at, lambda match: tick(match, at))
    except (BusyError, NoSuchTableError, FormatError) as error:
        log("tick_failed", logging.ERROR, error=type(error).__name__, reason=str(error))
    except Exception as error:  # noqa: BLE001 (whatever it is, the other matches are looked at)
        log("tick_failed", logging.ERROR, error=type(error).__name__)
        return TABLE_FAILED
    return None


@functools.cache
def _wired() -> Callable[[Event, Any], dict[str, int]]:
    quiet_libraries()
    settings = ClockSettings.from_environ(os.environ)
    table = Table(clients.dynamodb(), settings.table_name)
    tell_start("clock")
    return build(table, lambda: int(time.time()))


def handler(event: Event, context: Any) -> dict[str, int]:
    """Lambda's entry: a scheduled event, whose content does not matter."""
    return _wired()(event, context)
