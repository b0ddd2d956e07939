"""Fetches a bot's updates by long polling, for as long as nobody else does.

Who comes second leaves: Telegram ends the poll that waits when another begins, so the first to be there simply polls
again, and the newcomer is ended in turn. Whoever was left in peace for a while, or was given updates, is settled. A
fault of the network is waited out.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from infra.local.bot_client import BotApiError, BotClient, UnreachableError
from infra.local.inbox import Inbox, Update
from infra.local.stop import Stop
from infra.logs import log

LONG_POLL_S: Final = 30
SETTLED_AFTER_S: Final = 8
PATIENCE: Final = 5
FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 2.0
LONGEST_OUTAGE_PAUSE_S: Final = 30
LAST_CALL_S: Final = 3
CONFLICT: Final = 409


class PollingRefusedError(Exception):
    """Telegram gives this bot's updates to somebody else, or does not know its token."""

    def __init__(self, refusal: BotApiError) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.is_conflict = refusal.error_code == CONFLICT
        self.is_for_webhook = self.is_conflict and "webhook" in str(refusal).lower()


class Poller:
    """Brings a bot's updates to an inbox."""

    def __init__(self, client: BotClient, inbox: Inbox, allowed_updates: Sequence[str]) -> None:
        self._client = client
        self._inbox = inbox
        self._allowed_updates = list(allowed_updates)
        self._conflicts = 0
        self._faults = 0
        self._is_settled = False

    async def run(self, stop: Stop) -> None:
        """Poll until it is stopped. Raises PollingRefusedError."""
        stopping = asyncio.create_task(stop.wait())
        try:
            await self._poll_until(stopping)
        finally:
            stopping.cancel()

    async def confirm(self) -> None:
        """Have what is finished not come again; without it, it comes once more and changes nothing."""
        if self._inbox.offset is not None:
            try:
                await asyncio.wait_for(self._get_updates(0, limit=1), LAST_CALL_S)
            except (BotApiError, UnreachableError, TimeoutError) as error:
                log("not_confirmed", logging.WARNING, error=type(error).__name__)

    async def _poll_until(self, stopping: asyncio.Task[Any]) -> None:
        pause_s = FIRST_PAUSE_S
        while not stopping.done():
            is_new = await _unless(stopping, self._step)
            # While something is unfinished Telegram shows it again at once, so this has to be slow by itself.
            pause_s = FIRST_PAUSE_S if is_new else min(2 * pause_s, LONGEST_PAUSE_S)
            await _unless(stopping, lambda: self._inbox.settled(pause_s))  # noqa: B023 (it is awaited here)

    async def _step(self) -> bool:
        """One poll; whether it brought anything new."""
        waits_s = 0 if not self._inbox.is_empty else LONG_POLL_S if self._is_settled else SETTLED_AFTER_S
        try:
            updates = await self._get_updates(waits_s)
        except BotApiError as error:
            await self._bear(error)
            return False
        except UnreachableError as error:
            await self._sit_out(str(error))
            return False
        if self._faults:
            log("telegram_is_back", faults=self._faults)
        self._faults = self._conflicts = 0
        self._is_settled = True
        return self._inbox.add(updates)

    async def _get_updates(self, waits_s: int, limit: int = 100) -> list[Update]:
        offset = {} if self._inbox.offset is None else {"offset": self._inbox.offset}
        updates: list[Update] = await self._client.call(
            "getUpdates", waits_s, timeout=waits_s, limit=limit, allowed_updates=self._allowed_updates, **offset
        )
        return updates

    async def _bear(self, error: BotApiError) -> None:
        """Wait where waiting helps."""
        if error.error_code == CONFLICT:
            self._conflicts += 1
            is_for_webhook = PollingRefusedError(error).is_for_webhook
            if is_for_webhook or not self._is_settled or self._conflicts >= PATIENCE:
                raise PollingRefusedError(error)
            log("another_poller", logging.WARNING)
            await asyncio.sleep(random.uniform(0.5, 1.5))  # noqa: S311 (so that two never keep step)
        elif error.is_passing:
            await self._sit_out(f"status {error.error_code}", error.retry_after_s)
        else:
            raise PollingRefusedError(error)

    async def _sit_out(self, fault: str, retry_after_s: int | None = None) -> None:
        if not self._faults:
            log("telegram_is_away", logging.WARNING, fault=fault)
        self._faults += 1
        await asyncio.sleep(retry_after_s or min(2**self._faults / 2, LONGEST_OUTAGE_PAUSE_S))


async def _unless(stopping: asyncio.Task[Any], work: Callable[[], Awaitable[Any]]) -> Any:
    """The result of some work; None if it is stopped before."""
    task = asyncio.ensure_future(work())
    await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
        return None
    return task.result()
