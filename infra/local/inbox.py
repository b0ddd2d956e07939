"""Updates that were fetched and are not confirmed yet. One user's are handled in order, different users' side by side.

As on Telegram, an update that was not taken is tried again with growing delay, for as long as it is of use. `offset`
never passes one that is unfinished, so whatever a crash interrupts is fetched again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from infra.logs import log

logger = logging.getLogger(__name__)

Update = dict[str, Any]

WINDOW: Final = 100
"""How many unconfirmed updates Telegram shows at once."""
TAP_LIVES_S: Final = 150
MESSAGE_LIVES_S: Final = 86_400
LONGEST_PAUSE_S: Final = 60


class Inbox:
    """`handle` says whether it took an update. `pause_scale` shortens the pauses between the tries."""

    def __init__(
        self,
        handle: Callable[[Update], Awaitable[bool]],
        pause_scale: float = 1.0,
        tap_lives_s: float = TAP_LIVES_S,
    ) -> None:
        self._handle = handle
        self._pause_scale = pause_scale
        self._tap_lives_s = tap_lives_s
        self._is_done: dict[int, bool] = {}
        self._lanes: dict[int, deque[Update]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._next: int | None = None
        self._stopping = asyncio.Event()

    @property
    def offset(self) -> int | None:
        """What to ask for next: everything before it is confirmed thereby. None before the first update."""
        return next((update_id for update_id, is_done in self._is_done.items() if not is_done), self._next)

    @property
    def is_empty(self) -> bool:
        """Whether everything is finished."""
        return not self._workers

    def add(self, updates: Sequence[Update]) -> bool:
        """Take all that waits from the offset on; answer whether any of it is new."""
        waiting = {update["update_id"] for update in updates}
        self._is_done = {
            update_id: is_done for update_id, is_done in self._is_done.items() if not is_done or update_id in waiting
        }
        fresh = [update for update in updates if update["update_id"] not in self._is_done]
        for update in fresh:
            self._is_done[update["update_id"]] = False
            self._put(update)
        if updates:
            self._next = updates[-1]["update_id"] + 1
        self._let_pass()
        return bool(fresh)

    async def settled(self, within_s: float) -> None:
        """Wait until everything is finished, but not for longer than this."""
        if self._workers:
            await asyncio.wait(self._workers.values(), timeout=within_s)

    async def stop(self, within_s: float) -> None:
        """Finish what is under way, and begin nothing more."""
        self._stopping.set()
        await self.settled(within_s)

    def _let_pass(self) -> None:
        """When others are taken, one that keeps failing must not hold up what stands behind a whole window."""
        failing = [update_id for update_id, is_done in self._is_done.items() if not is_done]
        if len(self._is_done) >= WINDOW and len(failing) < WINDOW / 2:
            for update_id in failing:
                self._is_done[update_id] = True
                log("update_passed", logging.WARNING, update_id=update_id)

    def _put(self, update: Update) -> None:
        user_id = user_of(update)
        self._lanes.setdefault(user_id, deque()).append(update)
        if user_id not in self._workers:
            self._workers[user_id] = asyncio.create_task(self._work(user_id))

    async def _work(self, user_id: int) -> None:
        lane = self._lanes[user_id]
        while lane and not self._stopping.is_set():
            if await self._is_finished(lane[0]):
                self._is_done[lane.popleft()["update_id"]] = True
        del self._workers[user_id], self._lanes[user_id]

    async def _is_finished(self, update: Update) -> bool:
        """Whether an update was taken or given up; False if the bot stops before."""
        is_waited_for = "callback_query" in update or "inline_query" in update
        give_up = time.monotonic() + (self._tap_lives_s if is_waited_for else MESSAGE_LIVES_S)
        pause_s = 0
        while not await self._is_taken(update):
            if time.monotonic() + pause_s > give_up:
                log("update_given_up", logging.ERROR, update_id=update["update_id"])
                return True
            if await self._stops_within(pause_s):
                return False
            pause_s = min(max(2 * pause_s, 2), LONGEST_PAUSE_S)
        return True

    async def _is_taken(self, update: Update) -> bool:
        try:
            return await self._handle(update)
        except Exception:
            logger.exception("An update was not handled")
            return False

    async def _stops_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._stopping.wait(), seconds * self._pause_scale)
        except TimeoutError:
            return False
        return True


def user_of(update: Update) -> int:
    """Who caused an update; 0 for one that nobody in particular did."""
    for name, content in update.items():
        if name != "update_id" and isinstance(content, dict):
            return int(content.get("from", {}).get("id", 0))
    return 0
