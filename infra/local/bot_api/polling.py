"""getUpdates: one long poll at a time per bot, ended with Telegram's 409 by another poll or by setWebhook."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from infra.local.bot_api.errors import OTHER_POLL, Json, conflict
from infra.local.bot_api.updates import Updates

MAX_TIMEOUT = 50
RECENT = 60.0


@dataclass
class Polls:
    updates: Updates
    clock: Callable[[], float]
    _waiting: "asyncio.Future[str] | None" = None
    _seen: float = float("-inf")
    _closed: bool = False

    def __post_init__(self) -> None:
        self.updates.on_new.append(self._wake)

    async def get(self, offset: int, limit: int, seconds: int) -> list[Json]:
        """Confirms what is before the offset; waits so many seconds where there is nothing yet."""
        self._seen = self.clock()
        if offset < 0:
            self.updates.keep_last(-offset)
        else:
            self.updates.confirm_before(offset)
        self.end(OTHER_POLL)
        deadline = self.clock() + seconds
        while not self._closed and not self.updates.pending() and self.clock() < deadline:
            await self._wait(deadline - self.clock())
        self._seen = self.clock()
        return self.updates.give(limit)

    async def _wait(self, seconds: float) -> None:
        """Until something new comes; raises the conflict if another call ends this poll."""
        waiting: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting = waiting
        try:
            ended = await asyncio.wait_for(waiting, seconds)
        except TimeoutError:
            return
        finally:
            if self._waiting is waiting:
                self._waiting = None
        if ended:
            raise conflict(ended)

    def _wake(self) -> None:
        self.end("")

    def end(self, description: str) -> None:
        """Ends the poll that waits: with nothing, or with a conflict of this description."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(description)

    def close(self) -> None:
        """No poll waits from now on."""
        self._closed = True
        self.end("")

    def is_busy(self) -> bool:
        """Whether a poller that is alive has something to fetch or to confirm."""
        alive = self._waiting is not None or self.clock() - self._seen < RECENT
        return alive and bool(self.updates.pending())
