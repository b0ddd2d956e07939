"""The handles of a test or a playground: raw updates, the log of calls, faults, the clock, and waiting for quiet."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.bot_api.calls import Calls
from infra.local.bot_api.client import body_of, number
from infra.local.bot_api.errors import Json
from infra.local.bot_api.faults import Faults
from infra.local.bot_api.people import ClientError, People
from infra.local.clock import Clock

Probe = Callable[[], bool | Awaitable[bool]]
Hook = Callable[[], Awaitable[None] | None]
QUIET_WITHIN = 30.0
LOOK_AGAIN = 0.02


class Control:
    """`probes` say whether something is under way; `hooks` run after the clock was moved."""

    def __init__(self, people: People, calls: Calls, faults: Faults, clock: Clock) -> None:
        self._people = people
        self._calls = calls
        self._faults = faults
        self._clock = clock
        self.probes: list[Probe] = []
        self.hooks: list[Hook] = []

    def routes(self) -> list[Route]:
        return [
            Route("/updates", self._update, methods=["POST"]),
            Route("/calls", self._log),
            Route("/faults", self._fault, methods=["POST", "DELETE"]),
            Route("/clock", self._move_clock, methods=["GET", "POST"]),
            Route("/idle", self._idle),
        ]

    async def _update(self, request: Request) -> Response:
        return JSONResponse(self._people.deliver_raw(await body_of(request)))

    async def _log(self, request: Request) -> Response:
        return JSONResponse(self._calls.after(int(request.query_params.get("after") or 0)))

    async def _fault(self, request: Request) -> Response:
        if request.method == "DELETE":
            self._faults.clear()
        else:
            self._order(await body_of(request))
        return JSONResponse({"ok": True})

    def _order(self, fault: Json) -> None:
        try:
            self._faults.add(fault)
        except ValidationError as error:
            raise ClientError(400, str(error)) from None

    async def _move_clock(self, request: Request) -> Response:
        if request.method == "POST":
            seconds = number(await body_of(request), "advance_s")
            if seconds < 0:
                raise ClientError(400, "the clock only moves forward")
            self._clock.advance(seconds)
            for hook in self.hooks:
                done = hook()
                if inspect.isawaitable(done):
                    await done
        return JSONResponse({"now": self._clock.now()})

    async def _idle(self, request: Request) -> Response:
        """Quiet is what two looks in a row find so: between them, one thing may hand over to another."""
        give_up = time.monotonic() + QUIET_WITHIN
        looks = 0
        while looks < 2:
            looks = 0 if await self._is_busy() else looks + 1
            if time.monotonic() > give_up or await request.is_disconnected():
                return JSONResponse({"idle": False}, 503)
            await asyncio.sleep(LOOK_AGAIN)
        return JSONResponse({"idle": True})

    async def _is_busy(self) -> bool:
        for probe in self.probes:
            busy = probe()
            if await busy if inspect.isawaitable(busy) else busy:
                return True
        return False
