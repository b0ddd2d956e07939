"""The line to the private chat of one seat: sending, editing and waiting, and what the chat's cursor keeps of it.

Of a match's messages in a chat only the live one has a keyboard: a message that takes it over has the older one's
taken away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import Final

from core import events
from core.events import Event, PlayerReturned
from core.match import Match, Status
from core.view import View, view
from handlers.chat import reach, screens
from handlers.chat.outside import Outside
from handlers.chat.spot import LAST_DOUBT, NO_VISIT, RESENDS_AFTER_S, Spot
from infra.courier import ChatGoneError, CourierError, MustWaitError, NotEditableError, ScreenRefusedError
from infra.items import Cursor
from infra.metrics import Metric
from infra.queue import LONGEST_DELAY
from infra.screen import Screen

NO_KEYBOARD: Final = Screen("editMessageReplyMarkup", {})


class Line(Spot):
    """One seat's chat at one state of its match."""

    def __init__(self, outside: Outside, match: Match, seat: int, cursor: Cursor) -> None:
        super().__init__(outside, match, seat, cursor)
        self._view = view(match, seat)
        self._story = events.story(match, seat)
        self.has_shown = False

    @property
    def live_message(self) -> int | None:
        """The newest message of the match in this chat; a tap may know of it before the cursor does."""
        return _newest(self._cursor.message_id, self._match.seats[self._seat].message_id)

    async def edit(self, screen: Screen, message_id: int) -> None:
        """Edit a message, or send anew where the old one cannot be edited; what would have to wait is dropped."""
        try:
            await self._show(screens.as_edit(screen), message_id)
        except NotEditableError:
            await self._send_live(screens.silent(screen))
        except MustWaitError as error:
            self._log("edit_dropped", error)

    def _present(self) -> Screen:
        """The match as it stands: the hand, or else the last that there was to tell."""
        return self._present_in(self._match)

    def _present_in(self, match: Match) -> Screen:
        seen = view(match, self._seat)
        if match.status is Status.ACTIVE:
            return screens.table(seen)
        return self._telling(events.story(match, self._seat)[-1], seen)

    def _telling(self, event: Event, seen: View) -> Screen:
        outside = self._outside
        return screens.tell(event, seen, outside.bot_username, has_inline_mode=outside.has_inline_mode)

    async def _send_live(
        self, screen: Screen, tidied: Screen = NO_KEYBOARD, chapter: int | None = None, told: int | None = None
    ) -> None:
        """Send a message that takes the match's keyboard over from the older one."""
        message_id = await self._show(screen)
        if message_id is None:
            return
        far = (None, None) if told is None and chapter is None else self._how_far(chapter, told)
        retired = await self._db(self._outside.table.record_message, message_id, *far, self._expires_at)
        if retired == message_id:  # a table brought back has overtaken this message; now it is older than the match
            await (await self._anew())._renew()
        else:
            retired = _newest(retired, self._match.seats[self._seat].message_id)
        if retired is not None:
            await self._tidy(tidied, retired)

    async def _renew(self) -> None:
        """Put the match as it stands into the live message."""
        if self._cursor.message_id is not None:
            await self._tidy(screens.as_edit(self._present()), self._cursor.message_id)

    async def _tidy(self, tidied: Screen, message_id: int) -> None:
        try:
            await self._show(tidied, message_id)
        except CourierError as error:
            self._log("edit_dropped", error)

    async def _try(self, telling: Awaitable[None]) -> bool:
        """Whether the chat is done with, well or badly; False if it must wait."""
        try:
            await telling
        except MustWaitError as error:
            await self._wait(error)
            return False
        except ChatGoneError as error:
            return await self._lose(error)
        except ScreenRefusedError as error:
            self._log("not_told", error, logging.ERROR)
            self._count(Metric.GIVEN_UP, "given up")
            await self._told(len(self._story), self._match.version)
        else:
            await self._find()
            if self.has_shown:
                self._count(Metric.TOLD, "told")
        return True

    async def _wait(self, error: MustWaitError) -> None:
        """Leave the chat to the queue. What may have arrived is sent again a few times only, the last time not before
        Telegram answers again.
        """
        doubts = self._cursor.doubts
        if not error.may_have_arrived:
            await self.leave_to_queue(error)
        elif doubts < len(RESENDS_AFTER_S):
            await self.leave_to_queue(error, RESENDS_AFTER_S[doubts])
        else:
            self._log("not_told", error, logging.ERROR)
            self._count(Metric.GIVEN_UP, "given up")
            if doubts < LAST_DOUBT:
                await self._db(self._outside.queue.send, LONGEST_DELAY)
            await self._rest(error)

    async def _lose(self, error: CourierError) -> bool:
        """Note on the match that the player gets no messages. That is a change of its own: it tells the other seat.

        One that is over does not change any more. False if its chat must wait, for a word of the player's.
        """
        self._log("unreachable", error)
        self._count(Metric.GIVEN_UP, "lost")
        if self._match.is_over:
            await self._rest(error)
            return False
        await self._db(partial(reach.lose, self._outside.table))
        return True

    async def _rest(self, error: CourierError) -> None:
        """Give the chat up until the match changes, or its player is heard of: then a visit tells what is left."""
        user_id = self._match.seats[self._seat].user_id
        await asyncio.to_thread(self._outside.table.note_untold, user_id, self._match.code, self._expires_at)
        await self._wait_until(NO_VISIT, error)

    async def _find(self) -> None:
        """Note that the player gets messages after all. That tells nothing again: what was saved meanwhile is put into
        what the chat has just been shown, unless it is news, which its own record brings.
        """
        if not self._is_unreachable or self._match.is_over:
            return
        user_id = self._match.seats[self._seat].user_id
        match = await asyncio.to_thread(reach.find, self._outside.table, self._match.code, user_id)
        found = type(self)(self._outside, match, self._seat, await self._db(self._outside.table.cursor))
        if found._story != self._story or events.notices(self._match, match, self._seat) != (PlayerReturned(),):
            return
        if found._present() != self._present():
            await found._renew()
        await found._told(len(self._story), match.version)

    @property
    def _is_unreachable(self) -> bool:
        return self._match.seats[self._seat].is_unreachable

    async def _show(self, screen: Screen, message_id: int | None = None) -> int | None:
        player = self._match.seats[self._seat]
        if not player.is_person:  # forgotten since
            return None
        shown = await self._outside.courier.show(screen, player.user_id, message_id)
        self.has_shown = True
        return shown


def _newest(*message_ids: int | None) -> int | None:
    return max((message_id for message_id in message_ids if message_id is not None), default=None)
