"""What telling needs of the outside world, as deliver hands it over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from infra.metrics import Meter
from infra.queue import Queue
from infra.screen import Screen
from infra.table import Table


class Messenger(Protocol):
    """What shows screens: `infra.courier.Courier`, or what a batch makes of it."""

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int | None: ...

    async def show_inline(self, screen: Screen, inline_message_id: str) -> None: ...


@dataclass(frozen=True)
class Outside:
    """What telling needs of the outside; every part is an argument of deliver."""

    table: Table
    courier: Messenger
    queue: Queue
    now: Callable[[], int]
    bot_username: str
    has_inline_mode: bool = False
    log_days: int = 30
    meter: Meter = field(default_factory=Meter)
    one_picture: asyncio.Lock = field(default_factory=asyncio.Lock)  # drawing takes memory: one at a time
