"""A courier for one batch of deliver, in which a chat has so much time and no more.

Sends that succeed slowly would otherwise add up, and hold up the next batch of all other chats. A chat that has had its
turn must wait, like one that Telegram makes wait: its visit goes on from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from handlers.chat.outside import Messenger
from infra.courier import MustWaitError
from infra.screen import Screen

TURN_S: Final = 10
"""A send and an edit at their slowest: each is given up after 5 seconds."""


_Shown = TypeVar("_Shown")


class Turns:
    """Shows screens until a chat's time is up."""

    def __init__(self, courier: Messenger, now: Callable[[], int]) -> None:
        self._courier = courier
        self._now = now
        self._taken: Counter[int | str] = Counter()

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int | None:
        """As the courier does. Raises MustWaitError, too, where the chat's time is up."""
        return await self._timed(chat_id, lambda: self._courier.show(screen, chat_id, message_id))

    async def show_inline(self, screen: Screen, inline_message_id: str) -> None:
        """As the courier does. Raises MustWaitError, too, where the message's time is up."""
        await self._timed(inline_message_id, lambda: self._courier.show_inline(screen, inline_message_id))

    async def _timed(self, place: int | str, show: Callable[[], Awaitable[_Shown]]) -> _Shown:
        if self._taken[place] >= TURN_S:
            raise MustWaitError("this chat has had its turn", 1)
        began = self._now()
        try:
            return await show()
        finally:
            self._taken[place] += self._now() - began
