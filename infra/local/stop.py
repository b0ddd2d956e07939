"""A wish to stop, which may come from a signal or another thread, and is heard inside of an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Stop:
    """Set once; `reason` says why, if it was not for the asking."""

    def __init__(self) -> None:
        self.reason = ""
        self._is_set = False
        self._wake: Callable[[], object] = lambda: None

    def set(self, reason: str = "") -> None:
        if not self._is_set:
            self._is_set, self.reason = True, reason
            self._wake()

    async def wait(self) -> None:
        """One task at a time may wait."""
        loop, heard = asyncio.get_running_loop(), asyncio.Event()
        self._wake = lambda: loop.call_soon_threadsafe(heard.set)
        try:
            if not self._is_set:
                await heard.wait()
        finally:
            self._wake = lambda: None
