"""The private chat of one seat: what it has heard of its match, and how it is told the rest.

The chat's cursor says how much of its seat's story it has heard; what is left is told in order, a message per event,
and the cursor moves after each. So a record that comes twice tells nothing twice, and one that was missed is made good
by the next. A change that is no news only edits the live message. A chat that must wait is left to its queue visit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from core import events
from core.events import Event, FirstHandDealt, GuestJoined, MatchEnded, RoundRevealed
from core.match import KEPT_AFTER_END, Match, Status
from core.view import view
from handlers.chat import screens
from handlers.chat.outside import Outside
from infra.courier import ChatGoneError, CourierError, MustWaitError, NotEditableError, ScreenRefusedError
from infra.items import Cursor
from infra.logs import log
from infra.screen import Screen

FIRST_WAIT_S: Final = 5
LONGEST_DELAY_S: Final = 900
RESENDS_IN_DOUBT: Final = 3
VISIT_LOST_AFTER_S: Final = 120
NO_KEYBOARD: Final = Screen("editMessageReplyMarkup", {})


class Chat:
    """One seat's chat, told of one state of its match."""

    def __init__(self, outside: Outside, match: Match, seat: int, cursor: Cursor) -> None:
        self._outside = outside
        self._seat = seat
        self._cursor = cursor
        self._at(match)

    @property
    def live_message(self) -> int | None:
        """The newest message of the match in this chat; a tap may know of it before the cursor does."""
        return _newest(self._cursor.message_id, self._match.seats[self._seat].message_id)

    @property
    def waits(self) -> bool:
        """Whether only a queue visit may speak to the chat."""
        return self._cursor.waits_until is not None

    async def hear(self, before: Match | None) -> None:
        """Tell what a change brought, unless it was told already or the chat has to wait."""
        if self._cursor.told >= self._match.version or await self._is_left_to_visit():
            return
        try:
            await self._hear(before)
        except MustWaitError as error:
            await self._wait(error)
        except ChatGoneError as error:
            await self._give_up(error)

    async def catch_up(self) -> None:
        """Tell all that was missed, then the hand of the moment, until nothing more has come in between."""
        while True:
            try:
                if self._cursor.chapter < len(self._story):
                    await self._tell_story(silent=False)
                else:
                    await self.bring_back(self._match.version)
            except MustWaitError as error:
                if await self._wait(error):
                    return
            except ChatGoneError as error:
                await self._give_up(error)
            if await self._db(self._outside.table.release, self._match.version):
                return
            await self._reload()

    async def bring_back(self, told: int | None = None) -> None:
        """Send the match as it stands as a new message, and take the older one's keyboard away."""
        await self._send_live(screens.silent(self._present()), told=told)
        if await self.has_moved_on():
            await self._renew()

    async def close_round(self, match_round: int, message_id: int) -> None:
        """Leave a round's message as a line of the log, without a keyboard."""
        await self._tidy(screens.as_edit(screens.past(self._view, match_round)), message_id)

    async def has_moved_on(self) -> bool:
        """Look at the match anew: whether the chat has been told more since, so that what was just shown is old."""
        shown = len(self._story)
        await self._reload()
        return self._cursor.chapter > shown

    async def edit(self, screen: Screen, message_id: int) -> None:
        """Edit a message, or send anew where the old one cannot be edited; what would have to wait is dropped."""
        try:
            await self._show(screens.as_edit(screen), message_id)
        except NotEditableError:
            await self._send_live(screens.silent(screen))
        except MustWaitError as error:
            self._log("edit_dropped", error)

    async def leave_to_queue(self, error: MustWaitError) -> None:
        """Have the chat spoken to later. The queue comes first: a visit to a chat that need not wait does nothing."""
        delay_s = min(error.retry_after_s or FIRST_WAIT_S * 2**self._cursor.tries, LONGEST_DELAY_S)
        await self._db(self._outside.queue.send, delay_s)
        await self._db(self._outside.table.wait, self._outside.now() + delay_s)
        self._log("must_wait", error, delay_s=delay_s)

    def _at(self, match: Match) -> None:
        self._match = match
        self._view = view(match, self._seat)
        self._story = events.story(match, self._seat)

    async def _hear(self, before: Match | None) -> None:
        if self._cursor.chapter < len(self._story):
            await self._tell_story(silent=events.moved(before, self._match, self._seat))
        elif events.notices(before, self._match):
            await self._remind()
        elif before is not None and self._match.status is Status.ACTIVE:
            await self._refresh(before)

    async def _tell_story(self, *, silent: bool) -> None:
        first = self._cursor.chapter
        for chapter, event in enumerate(self._story[first:], start=first):
            told = self._match.version if chapter + 1 == len(self._story) else None
            if isinstance(event, FirstHandDealt) and event is not self._story[-1]:
                continue  # no news once its round has been revealed, or the match is over
            try:
                await self._tell_event(event, chapter + 1, told, silent=silent, is_first=chapter == first)
            except ScreenRefusedError as error:
                self._log("screen_refused", error)
                await self._told(chapter + 1, told)

    async def _tell_event(self, event: Event, chapter: int, told: int | None, *, silent: bool, is_first: bool) -> None:
        screen = screens.tell(event, self._view, self._outside.bot_username)
        if silent or isinstance(event, FirstHandDealt):
            screen = screens.silent(screen)
        if isinstance(event, GuestJoined):
            await self._show(screen)
            await self._told(chapter, told)
        else:
            await self._send_live(screen, self._tidied(event) if is_first else NO_KEYBOARD, chapter, told)

    async def _remind(self) -> None:
        if self._view.my_pick is None:
            await self._send_live(screens.reminder(self._view), told=self._match.version)
        else:
            await self._show(screens.reminded(self._view))
            await self._told(self._cursor.chapter, self._match.version)

    async def _refresh(self, before: Match) -> None:
        """Edit the live message where it would now look otherwise."""
        screen, message_id = screens.table(self._view), self.live_message
        if message_id is None or screen == screens.table(view(before, self._seat)):
            return
        await self.edit(screen, message_id)
        await self._told(self._cursor.chapter, self._match.version)

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
            await self._reload()
            await self._renew()
        else:
            retired = _newest(retired, self._match.seats[self._seat].message_id)
        if retired is not None:
            await self._tidy(tidied, retired)

    async def _renew(self) -> None:
        """Put the match as it stands into the live message."""
        if self._cursor.message_id is not None:
            await self._tidy(screens.as_edit(self._present()), self._cursor.message_id)

    def _present(self) -> Screen:
        """The match as it stands: the hand, or else the last that there was to tell."""
        if self._match.status is Status.ACTIVE:
            return screens.table(self._view)
        return screens.tell(self._story[-1], self._view, self._outside.bot_username)

    async def _tidy(self, tidied: Screen, message_id: int) -> None:
        try:
            await self._show(tidied, message_id)
        except CourierError as error:
            self._log("edit_dropped", error)

    def _tidied(self, event: Event) -> Screen:
        """What becomes of the live message when the next one has come."""
        if isinstance(event, RoundRevealed):
            return screens.as_edit(screens.past(self._view, event.round))
        if isinstance(event, MatchEnded) and self._match.status is Status.FINISHED:
            return screens.as_edit(screens.past(self._view, self._match.revealed))
        return NO_KEYBOARD

    async def _is_left_to_visit(self) -> bool:
        """Whether only a queue visit may speak to this chat now. One that has not come in time is asked for again."""
        waits_until = self._cursor.waits_until
        if waits_until is None:
            return False
        if self._outside.now() > waits_until + VISIT_LOST_AFTER_S:
            await self._db(self._outside.queue.send, 1)
        if await self._db(self._outside.table.defer, self._match.version):
            return True
        self._cursor = await self._db(self._outside.table.cursor)
        return self._cursor.told >= self._match.version

    async def _wait(self, error: MustWaitError) -> bool:
        """Leave the chat to the queue, or give up: what may have arrived is sent again a few times only."""
        if error.may_have_arrived and self._cursor.tries >= RESENDS_IN_DOUBT:
            await self._give_up(error)
            return False
        await self.leave_to_queue(error)
        return True

    async def _give_up(self, error: CourierError) -> None:
        self._log("not_told", error)
        await self._told(len(self._story), self._match.version)

    async def _reload(self) -> None:
        match = await asyncio.to_thread(self._outside.table.match, self._match.code)
        self._cursor = await self._db(self._outside.table.cursor)
        self._at(match or self._match)

    @property
    def _expires_at(self) -> int | None:
        ended_at = self._match.ended_at
        return None if ended_at is None else ended_at + KEPT_AFTER_END

    def _how_far(self, chapter: int | None, told: int | None) -> tuple[int, int]:
        """What the cursor is to say: as it says now, where one of the two does not change."""
        cursor = self._cursor
        return (cursor.told if told is None else told), (cursor.chapter if chapter is None else chapter)

    async def _told(self, chapter: int, told: int | None) -> None:
        told, chapter = self._how_far(chapter, told)
        await self._db(self._outside.table.record_told, told, chapter, self._expires_at)

    async def _show(self, screen: Screen, message_id: int | None = None) -> int | None:
        chat_id = self._match.seats[self._seat].user_id
        return await self._outside.courier.show(screen, chat_id, message_id)

    async def _db(self, call: Callable[..., Any], *arguments: object) -> Any:
        """A call on this match and seat, off the event loop."""
        return await asyncio.to_thread(call, self._match.code, self._seat, *arguments)

    def _log(self, what: str, error: CourierError, **facts: int) -> None:
        log(what, code=self._match.code, seat=self._seat, version=self._match.version, reason=str(error), **facts)


def _newest(*message_ids: int | None) -> int | None:
    return max((message_id for message_id in message_ids if message_id is not None), default=None)
