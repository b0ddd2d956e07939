"""What goes between the soak and its workers: JSON, one object a line, over a pair of sockets."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tests.soak.chaos import Chaos

Json = dict[str, Any]

AGAIN: Final = " again"
"""What the label of an update that comes twice ends with, the second time."""

HASTE: Final = 8
"""How much faster the soak's time goes than the world's, so that a chat that must wait is not waited for long."""


def hasty(began: float) -> float:
    """Epoch seconds that go by fast, in all processes alike; they and the world's were the same when the soak began."""
    return began + (time.time() - began) * HASTE


@dataclass(frozen=True)
class Setup:
    """What a worker is told when it starts. `fault` names a deliberate one, see `faults`."""

    endpoint_url: str
    table_name: str
    bot_api_url: str
    bot_token: str
    bot_username: str
    webhook_secret: str
    chaos: Chaos
    began: float
    fault: str | None = None


def line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


class Wire:
    """A worker's end. Any thread may send, and one may receive."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._lines = end.makefile("rb")
        self._lock = threading.Lock()

    def send(self, message: Json) -> None:
        with self._lock:
            self._end.sendall(line(message))

    def receive(self) -> Iterator[Json]:
        """Messages until the other end closes."""
        for received in self._lines:
            yield json.loads(received)
