"""The playground's clock: real time plus an offset that can be moved forward, so that a day passes at a click."""

import threading
import time
from collections.abc import Callable


class Clock:
    """Epoch seconds as the playground sees them; safe between threads."""

    def __init__(self, real: Callable[[], float] = time.time) -> None:
        self._real = real
        self._offset = 0
        self._lock = threading.Lock()

    def now(self) -> int:
        with self._lock:
            return int(self._real()) + self._offset

    def advance(self, seconds: int) -> int:
        """Moves the clock forward and answers the new time."""
        if seconds < 0:
            raise ValueError("the clock only moves forward")
        with self._lock:
            self._offset += seconds
        return self.now()
