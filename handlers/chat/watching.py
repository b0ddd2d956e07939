"""The message of a duel, for all who watch: it always shows the match as far as it is revealed by now, by an edit.

So an edit that comes twice changes nothing, and one that had to wait makes good whatever was missed. The cursor says
how much there was to see when it was last edited.
"""

from __future__ import annotations

import asyncio

from core.duel import chapter, watched
from core.match import Match
from handlers.chat import screens
from handlers.chat.outside import Outside
from handlers.chat.spot import Spot
from infra.courier import CourierError, MustWaitError
from infra.keys import DUEL
from infra.screen import Screen


async def watch(outside: Outside, match: Match) -> None:
    """Show a saved match where it is watched, if there is more to see of it than before."""
    cursor = await asyncio.to_thread(outside.table.cursor, match.code, DUEL)
    await Watching(outside, match, DUEL, cursor).hear()


class Watching(Spot):
    """The message of a duel, at one state of its match."""

    async def hear(self) -> None:
        if self._cursor.chapter < chapter(self._match) and not await self._is_left_to_visit():
            await self._tell_all()

    async def _tell_all(self) -> bool:
        try:
            await self._edit(screens.duel(watched(self._match), self._outside.bot_username))
        except MustWaitError as error:
            await self.leave_to_queue(error)
            return False
        except CourierError as error:  # the message or the chat is gone; nobody waits for it
            self._log("duel_not_shown", error)
        await self._told(chapter(self._match), self._match.version)
        return True

    async def _edit(self, screen: Screen) -> None:
        place = self._match.duel
        if place is None:
            return
        if place.inline_message_id is not None:
            await self._outside.courier.show_inline(screen, place.inline_message_id)
        elif place.chat_id is not None:
            await self._outside.courier.show(screen, place.chat_id, place.message_id)
