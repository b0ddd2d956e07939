"""One soak: the real table, a Telegram, workers, players and a clock, from the first table to the last result."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import multiprocessing
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from infra.local.clock import Clock
from infra.local.database import Endpoint
from tests import dynamodb_local
from tests.soak.chaos import Chaos
from tests.soak.fleet import Fleet, FunctionFailedError
from tests.soak.players import Players
from tests.soak.stream import Stream, Visits
from tests.soak.telegram import TOKEN, USERNAME, WEBHOOK_SECRET, Telegram
from tests.soak.transcript import Transcript
from tests.soak.wire import Setup, hasty

MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 86_400
TICK_EVERY_S: Final = 4.0
LOOK_EVERY_S: Final = 0.1
STILL_LOOKS: Final = 30
"""So many looks in a row find nothing under way: a machine that stood still for a while is not mistaken for the end."""
JUMPS: Final = ((0.70, MINUTE, 10 * MINUTE), (0.97, HOUR, 3 * HOUR), (1.0, 19 * HOUR, 20 * HOUR))
"""How far the clock jumps: up to this share of the jumps, from and to so many seconds. The last are for reminders."""
LAST_JUMPS: Final = (HOUR + 1, DAY + 1, 3 * DAY + 1, 8 * DAY)
"""Past every deadline: those of hasty and of patient players, and that of an invitation."""
LAST_RUNS: Final = 200
"""How often the clock comes after that at most, until nothing is due: any run may die, and the next goes on there."""


@dataclass(frozen=True)
class Order:
    """What is to be run. `stops_in` has every match resigned in that round; `fault` is a deliberate one, see `faults`.

    A DynamoDB Local is started for it unless there is one at `endpoint_url`.
    """

    matches: int
    people: int
    workers: int
    chaos: Chaos
    transcript: Path
    fault: str | None = None
    stops_in: int | None = None
    endpoint_url: str | None = None


@dataclass
class Figures:
    """What was done and what went wrong, by name."""

    seconds: float = 0.0
    begun: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)


class SharedClock(Clock):
    """The soak's time, whose lead over the world's each worker sees."""

    def __init__(self) -> None:
        self.began = time.time()
        super().__init__(lambda: hasty(self.began))
        self.lead: ctypes.c_longlong = multiprocessing.get_context("forkserver").RawValue(ctypes.c_longlong, 0)

    def advance(self, seconds: int) -> int:
        self.lead.value += seconds
        return super().advance(seconds)


class Soak:
    """All parts of a soak. It belongs to one event loop."""

    def __init__(self, order: Order, endpoint_url: str) -> None:
        self._order = order
        self._chaos = order.chaos
        self._endpoint_url = endpoint_url
        self._table = f"soak-{secrets.token_hex(4)}"
        self._clock = SharedClock()
        self._transcript = Transcript(order.transcript)
        self._telegram = Telegram(self._clock, self._chaos, self._transcript, self._webhook, self._blocked)
        self._players = Players(order.people, self._telegram.people, self._chaos, self._transcript, self._clock.now)
        self._telegram.world.listeners.append(self._players.shown)
        self._visits = Visits(self._clock.now, self._chaos, self._deliver)
        self._figures = Figures()
        self._jumps = 0

    async def run(self) -> Figures:
        begun = time.monotonic()
        async with contextlib.AsyncExitStack() as opening:
            opening.callback(self._transcript.close)
            url, stop_serving = await self._telegram.serve()
            opening.push_async_callback(stop_serving)
            await self._start(url, opening)
            await self._play()
            await self._ask_for_statistics()
        self._figures.seconds = time.monotonic() - begun
        self._count()
        return self._figures

    async def _start(self, url: str, opening: contextlib.AsyncExitStack) -> None:
        source = Endpoint(self._endpoint_url, "soak").open(self._table)
        opening.callback(source.close)
        setup = Setup(
            endpoint_url=self._endpoint_url,
            table_name=self._table,
            bot_api_url=url,
            bot_token=TOKEN,
            bot_username=USERNAME,
            webhook_secret=WEBHOOK_SECRET,
            chaos=self._chaos,
            began=self._clock.began,
            fault=self._order.fault,
        )
        self._fleet = Fleet(setup, self._clock.lead, self._visits.put, self._in_trouble)
        await self._fleet.start(self._order.workers)
        opening.push_async_callback(self._fleet.stop)
        self._stream = Stream(source, self._chaos, self._deliver)
        self._stream.start()
        opening.push_async_callback(self._stream.stop)

    async def _play(self) -> None:
        for user_id, phone in self._players.phones.items():
            name = f"P{user_id}"
            self._telegram.world.add_user({"id": user_id, "first_name": name})
            self._transcript.add("person", user_id, name=name)
            phone.type("/start")
        await self._settle()
        ticking = asyncio.create_task(self._tick())
        playing = asyncio.create_task(self._players.play(self._order.matches, self._order.stops_in))
        for seconds in LAST_JUMPS:
            await self._settle(until=playing)
            if playing.done():
                break
            await self._jump(seconds)
        else:
            playing.cancel()  # somebody was never told of an end: the checker will say so
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        ticking.cancel()
        await self._settle()
        await self._jump(LAST_JUMPS[-1])
        for _ in range(LAST_RUNS):
            if await self._run_clock() == {"due": 0, "left": 0}:
                break
        await self._settle()

    async def _ask_for_statistics(self) -> None:
        """In peace, what is told of all matches together."""
        await self._fleet.calm()
        self._telegram.chaos = self._telegram.network.chaos = self._chaos.calmed()
        self._stream.chaos = self._visits.chaos = self._chaos.calmed()
        for phone in self._players.phones.values():
            phone.type("/stats")
        await self._settle()

    async def _settle(self, until: asyncio.Task[None] | None = None) -> None:
        """Wait until nothing is under way for some time, or for a task's end."""
        still = 0
        while still < STILL_LOOKS and not (until and until.done()):
            await asyncio.sleep(LOOK_EVERY_S)
            is_busy = any(part.is_busy() for part in (self._telegram.network, self._stream, self._visits))
            still = 0 if is_busy else still + 1

    async def _tick(self) -> None:
        """The clock's function, minute for minute, and now and then a jump."""
        for tick in range(1_000_000):
            await asyncio.sleep(TICK_EVERY_S)
            if self._chaos.happens("jump", tick):
                kind = self._chaos.draw("kind of jump", tick)
                least, most = next((least, most) for share, least, most in JUMPS if kind <= share)
                self._figures.troubles["jumps of the clock amid play"] += 1
                await self._jump(self._chaos.whole(least, most, "jump", tick))
            else:
                await self._run_clock()

    async def _jump(self, seconds: int) -> None:
        self._jumps += 1
        self._clock.advance(seconds)
        await self._run_clock()

    async def _run_clock(self) -> Any:
        """The clock's answer; None if it died."""
        self._figures.done["runs of the clock"] += 1
        with contextlib.suppress(FunctionFailedError):
            return await self._fleet.invoke("clock", {}, f"clock {self._figures.done['runs of the clock']}", 0)

    async def _webhook(self, event: dict[str, Any], label: str, tries: int) -> Any:
        return await self._fleet.invoke("webhook", event, label, tries)

    async def _deliver(self, records: list[dict[str, Any]], label: str, tries: int, labels: dict[str, Any]) -> Any:
        return await self._fleet.invoke("deliver", {"Records": records}, label, tries, labels)

    def _blocked(self, user_id: int) -> None:
        self._players.blocked(user_id)

    def _in_trouble(self, what: str, chats: list[int]) -> None:
        self._figures.troubles[what] += 1
        for chat in chats:
            self._transcript.add("unnoted", chat, what=what)

    def _count(self) -> None:
        network, stream = self._telegram.network, self._stream
        self._figures.begun = self._players.begun
        self._figures.done.update({"updates": network.taken, "records": stream.records, "visits": self._visits.visits})
        self._figures.troubles.update(self._telegram.troubles + network.troubles + stream.troubles)
        self._figures.troubles.update(self._visits.troubles + self._fleet.troubles)
        self._figures.troubles["jumps of the clock"] = self._jumps


def run(order: Order) -> Figures:
    """Raises what no part of a soak should raise."""
    there = contextlib.nullcontext(order.endpoint_url) if order.endpoint_url else dynamodb_local.start()
    with there as url:
        return asyncio.run(_run(order, url))


async def _run(order: Order, url: str) -> Figures:
    return await Soak(order, url).run()
