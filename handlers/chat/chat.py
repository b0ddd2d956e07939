"""The private chat of one seat: what it has heard of its match, and how it is told the rest.

The chat's cursor says how much of its seat's story it has heard; what is left is told in order, a message per event,
and the cursor moves after each. So a record that comes twice tells nothing twice, and one that was missed is made good
by the next. A change that is no news only edits the live message.
"""

from __future__ import annotations

from typing import Final, Self

from core import events
from core.events import (
    DeadlineNeared,
    Event,
    FirstHandDealt,
    GuestJoined,
    MatchEnded,
    Notice,
    OpponentLost,
    PlayerReturned,
    RematchOffered,
    RoundRevealed,
    TableOpened,
    TimeGiven,
)
from core.match import Match, Status
from core.preferences import Reminders
from handlers.chat import screens
from handlers.chat.line import NO_KEYBOARD, Line
from infra.courier import ScreenRefusedError
from infra.screen import Screen

_TOLD_BY_STORY: Final = (DeadlineNeared(), PlayerReturned(), TimeGiven())
"""Notices of what a chat sees anyway, once it has heard the rest of its story."""
_IN_CURSOR: Final[dict[Notice, str]] = {
    DeadlineNeared(): "deadline_neared",
    OpponentLost(): "opponent_lost",
    TimeGiven(): "time_given",
}
"""Notices that a cursor keeps for a visit. To a player who has returned it brings the table in any case."""


class Chat(Line):
    """One seat's chat, told of one state of its match."""

    async def hear(self, before: Match | None) -> None:
        """Tell what a change brought, unless it was told already or the chat has to wait.

        A chat whose player cannot be reached is tried again when its story goes on, and only then. A match that was
        over has none: what changes in it is whom it names, and nobody is told of that. Without a change, what is
        missing is told.
        """
        has_changed = before is not None and before != self._match
        if before is not None and before.is_over and has_changed:
            return
        notices = events.notices(before, self._match, self._seat)
        self._notices = tuple(_IN_CURSOR[notice] for notice in notices if notice in _IN_CURSOR)
        if self._cursor.told >= self._match.version or await self._is_left_to_visit():
            return
        if self._is_unreachable and has_changed and before and events.story(before, self._seat) == self._story:
            return
        await self._try(self._hear(before, notices))

    async def bring_back(self, told: int | None = None) -> None:
        """Send the match as it stands as a new message, and take the older one's keyboard away."""
        await self._send_live(screens.silent(self._present()), told=told)
        if newer := await self.moved_on():
            await newer._renew()

    async def close_round(self, match_round: int, message_id: int) -> None:
        """Leave a round's message as a line of the log, without a keyboard."""
        await self._tidy(screens.as_edit(screens.past(self._view, match_round)), message_id)

    async def moved_on(self) -> Self | None:
        """The chat anew, if it has been told more meanwhile, so that what this one has shown is old by now."""
        newer = await self._anew()
        return newer if newer._cursor.chapter > len(self._story) else None

    async def _hear(self, before: Match | None, notices: tuple[Notice, ...]) -> None:
        if self._is_behind or notices:
            await self._tell(notices, silent=events.moved(before, self._match, self._seat))
        elif before is not None and not self._match.is_over:
            await self._refresh(before)

    async def _tell_all(self) -> bool:
        return await self._try(self._tell_missed())

    async def _tell_missed(self) -> None:
        cursor = self._cursor
        called_for = [notice for notice, name in _IN_CURSOR.items() if getattr(cursor, name) > cursor.told]
        notices = tuple(notice for notice in events.still_true(self._match, self._seat) if notice in called_for)
        if self._is_behind or notices:
            await self._tell(notices, silent=False)
        else:
            await self.bring_back(self._match.version)

    @property
    def _is_behind(self) -> bool:
        """Whether some of the story is still to be told."""
        return self._cursor.chapter < len(self._story)

    async def _tell(self, notices: tuple[Notice, ...], *, silent: bool) -> None:
        """The story first. A notice that it leaves to tell is what says that all was told, lest a crash lose it."""
        if self._is_behind:
            notices = tuple(notice for notice in notices if notice not in _TOLD_BY_STORY)
            await self._tell_story(None if notices else self._match.version, silent=silent)
        for notice in notices:
            await self._notify(notice)

    async def _tell_story(self, all_told: int | None, *, silent: bool) -> None:
        """Tell what is left; the last of it says how much was told in all."""
        first = self._cursor.chapter
        for chapter, event in enumerate(self._story[first:], start=first):
            told = all_told if chapter + 1 == len(self._story) else None
            if self._is_no_news(event):
                continue
            try:
                await self._tell_event(event, chapter + 1, told, silent=silent, is_first=chapter == first)
            except ScreenRefusedError as error:
                self._log("screen_refused", error)
                await self._told(chapter + 1, told)

    async def _tell_event(self, event: Event, chapter: int, told: int | None, *, silent: bool, is_first: bool) -> None:
        screen = self._telling(event, self._view)
        if silent or isinstance(event, FirstHandDealt):
            screen = screens.silent(screen)
        if isinstance(event, GuestJoined):
            await self._show(screen)
            await self._told(chapter, told)
        else:
            await self._send_live(screen, self._tidied(event, is_first=is_first), chapter, told)

    async def _notify(self, notice: Notice) -> None:
        if isinstance(notice, DeadlineNeared):
            await self._remind()
        elif isinstance(notice, OpponentLost):
            await self._show(screens.opponent_lost(self._view))
            await self._told(len(self._story), self._match.version)
        elif isinstance(notice, TimeGiven):
            await self._send_live(screens.time_given(self._view), told=self._match.version)
        else:
            await self.bring_back(self._match.version)

    async def _remind(self) -> None:
        """The seat that is waited for, as its player wants it; one that waits for the other is told without a ring."""
        if self._view.my_pick is not None:
            await self._show(screens.reminded(self._view))
        elif (wanted := self._match.seats[self._seat].reminders) is not Reminders.OFF:
            reminder = screens.reminder(self._view)
            is_silent = wanted is Reminders.SILENT
            await self._send_live(screens.silent(reminder) if is_silent else reminder, told=self._match.version)
            return
        await self._told(self._cursor.chapter, self._match.version)

    async def _refresh(self, before: Match) -> None:
        """Edit the live message where it would now look otherwise."""
        screen, message_id = self._present(), self.live_message
        if message_id is not None and screen != self._present_in(before):
            await self.edit(screen, message_id)
        elif not self._match.is_reminded:  # one that is, is noted: lest after a stop of `make bot` it be reminded again
            return
        await self._told(self._cursor.chapter, self._match.version)

    def _is_no_news(self, event: Event) -> bool:
        """The first hand, once its round has been revealed or the match is over; a table, once a challenge that was
        accepted has led to a match: where its host had none open, there was none.
        """
        is_past = event is not self._story[-1]
        is_table = isinstance(event, TableOpened) and self._match.duel is not None
        return is_past and (is_table or isinstance(event, FirstHandDealt))

    def _tidied(self, event: Event, *, is_first: bool) -> Screen:
        """What becomes of the live message when the next one has come: of an opening, that it was one."""
        opening = self._story[0]
        follows_opening = isinstance(event, FirstHandDealt) or not self._match.has_begun
        if follows_opening and isinstance(opening, TableOpened | RematchOffered):
            return screens.as_edit(self._telling(opening, self._view))
        if not is_first:
            return NO_KEYBOARD
        if isinstance(event, RoundRevealed):
            return screens.as_edit(screens.past(self._view, event.round))
        if isinstance(event, MatchEnded) and self._match.status is Status.FINISHED:
            return screens.as_edit(screens.past(self._view, self._match.revealed))
        return NO_KEYBOARD
