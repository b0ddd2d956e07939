"""A thread that does one thing again and again: when it is woken, and now and then by itself."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

logger = logging.getLogger(__name__)


class Worker:
    """Runs `step` in a thread of its own after each `wake`, and at least every `every_s` seconds.

    A step that raises is logged and runs again at its next turn.
    """

    def __init__(self, name: str, step: Callable[[], None], every_s: float) -> None:
        self._step = step
        self._every_s = every_s
        self._woken = threading.Event()
        self._is_stopping = False
        self._is_stepping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends after the step under way."""
        self._is_stopping = True
        self.wake()
        if self._thread.is_alive():
            self._thread.join()

    def wake(self) -> None:
        self._woken.set()

    def busy(self) -> bool:
        """Whether a step is under way or called for."""
        return self._woken.is_set() or self._is_stepping

    def _run(self) -> None:
        while not self._is_stopping:
            self._woken.wait(self._every_s)
            # First this, then the other: in between `busy` must not see a pause that isn't one.
            self._is_stepping = True
            self._woken.clear()
            if not self._is_stopping:
                self._take_step()
            self._is_stepping = False

    def _take_step(self) -> None:
        try:
            self._step()
        except Exception:
            logger.exception("%s failed", self._thread.name)
