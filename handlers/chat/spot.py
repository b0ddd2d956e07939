"""One place where a match is shown, and what its cursor keeps: how much was told there, and whether it has to wait.

A place that must wait is left to its queue visit, and nothing else speaks to it meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Self

from core.match import DAY, KEPT_AFTER_END, Match
from handlers.chat.outside import Outside
from infra.courier import CourierError, MustWaitError
from infra.items import Cursor
from infra.logs import log, note
from infra.metrics import Metric
from infra.queue import LONGEST_DELAY

FIRST_WAIT_S: Final = 5
SLACK_S: Final = 2
"""How much later than its time a visit is asked for, so that it never comes before the waiting is written down."""
RESENDS_AFTER_S: Final = (5, 60, 900)
"""When what may have arrived is sent again: soon, as an answer may be lost alone, then past a stall of Telegram's."""
LAST_DOUBT: Final = len(RESENDS_AFTER_S) + 1
"""So many doubts leave one more try, once Telegram answers: the visit finds out whether it does."""
VISIT_LOST_AFTER_S: Final = 120
NO_VISIT: Final = 0
"""Until when a place waits for which no visit is on its way: whoever next has something to say there asks for one."""
OUTLIVES_MATCH_S: Final = 7 * DAY
"""How much later than its match a cursor is forgotten: DynamoDB takes out item by item, and in no order."""
_SEATS: Final = ("host", "guest", "duel")


class Spot(ABC):
    """A match at one state, and one place that is told of it: a seat's chat, 0 or 1, or the message of a duel.

    `_notices` are those that are to be told beside its story, by their names in a cursor: lest a wait forget them.
    """

    def __init__(self, outside: Outside, match: Match, seat: int, cursor: Cursor) -> None:
        self._outside = outside
        self._seat = seat
        self._cursor = cursor
        self._match = match
        self._notices: tuple[str, ...] = ()

    async def catch_up(self) -> None:
        """Tell all that was missed, and how the match stands now, until nothing more has come in between."""
        spot: Spot = self
        while await spot._tell_all():
            if await spot._db(spot._outside.table.release, spot._match.version):
                return
            spot = await spot._anew()

    @abstractmethod
    async def _tell_all(self) -> bool:
        """Whether all that was missed is done with, well or badly; False if this place must wait."""

    @property
    def waits(self) -> bool:
        """Whether only a queue visit may speak here."""
        return self._cursor.waits_until is not None

    async def leave_to_queue(self, error: MustWaitError, delay_s: int | None = None) -> None:
        """Have this told later: after the delay given, the one Telegram asks for, or one that grows with each try."""
        delay_s = delay_s or error.retry_after_s or min(FIRST_WAIT_S * 2**self._cursor.tries, LONGEST_DELAY)
        await self._ask_for_visit(delay_s, lambda: self._wait_until(self._outside.now() + delay_s, error))
        self._log("must_wait", error, delay_s=delay_s)
        self._count(Metric.WAITING, "waits")

    async def _ask_for_visit(self, delay_s: int, note_wait: Callable[[], Awaitable[None]]) -> None:
        """The queue comes first: a visit to a place that does not wait does nothing. So there is another one where the
        note took so long that the first may have come before it.
        """
        asked_at = self._outside.now()
        await self._db(self._outside.queue.send, delay_s + SLACK_S)
        await note_wait()
        if self._outside.now() >= asked_at + delay_s + SLACK_S:
            await self._db(self._outside.queue.send, SLACK_S)

    async def _wait_until(self, until: int, error: CourierError) -> None:
        in_doubt = isinstance(error, MustWaitError) and error.may_have_arrived
        held, expires_at = self._cursor.waits_until, self._expires_at
        wait = partial(self._outside.table.wait, in_doubt=in_doubt, held=held, expires_at=expires_at)
        await self._db(wait, until, self._match.version, self._notices)

    async def ask_again_if_lost(self) -> None:
        """Ask for another visit where none is on its way, or one has not come in its time."""
        waits_until, now = self._cursor.waits_until, self._outside.now()
        if waits_until is None or now <= waits_until + VISIT_LOST_AFTER_S:
            return
        if waits_until == NO_VISIT and self._cursor.doubts != LAST_DOUBT:
            await self._ask_for_visit(0, self._expect_visit)
        else:
            await self._db(self._outside.queue.send, SLACK_S)

    async def _expect_visit(self) -> None:
        """Where none was expected any more, one is."""
        user_id = self._match.seats[self._seat].user_id
        await asyncio.to_thread(self._outside.table.note_told, user_id, self._match.code)
        await self._db(self._outside.table.claim, NO_VISIT, self._outside.now())

    async def _is_left_to_visit(self) -> bool:
        """Whether only a queue visit may speak here now. One that has not come in time is asked for again."""
        if not self.waits:
            return False
        await self.ask_again_if_lost()
        if await self._db(self._outside.table.defer, self._match.version, self._notices):
            return True
        self._cursor = await self._db(self._outside.table.cursor)
        return self._cursor.told >= self._match.version

    async def _anew(self) -> Self:
        """The same place at the match's state and the cursor of this moment; this one stays at its own."""
        match = await asyncio.to_thread(self._outside.table.match, self._match.code)
        cursor = await self._db(self._outside.table.cursor)
        return type(self)(self._outside, match or self._match, self._seat, cursor)

    @property
    def _expires_at(self) -> int:
        return (self._match.ended_at or self._outside.now()) + KEPT_AFTER_END + OUTLIVES_MATCH_S

    def _how_far(self, chapter: int | None, told: int | None) -> tuple[int, int]:
        """What the cursor is to say: as it says now, where one of the two does not change."""
        cursor = self._cursor
        return (cursor.told if told is None else told), (cursor.chapter if chapter is None else chapter)

    async def _told(self, chapter: int, told: int | None) -> None:
        told, chapter = self._how_far(chapter, told)
        await self._db(self._outside.table.record_told, told, chapter, self._expires_at)

    def _count(self, metric: Metric, outcome: str) -> None:
        self._outside.meter.count(metric)
        note(**{_SEATS[self._seat]: outcome})

    async def _db(self, call: Callable[..., Any], *arguments: object) -> Any:
        """A call on this match and seat, off the event loop."""
        return await asyncio.to_thread(call, self._match.code, self._seat, *arguments)

    def _log(self, what: str, error: CourierError, level: int = logging.INFO, **facts: int) -> None:
        codes = {"code": self._match.code, "seat": self._seat, "version": self._match.version}
        log(what, level, **codes, reason=str(error), **facts)
