"""One person's phone: what its chat shows, what may be tapped there, and what the taps were answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from infra.local.bot_api.people import People
from tests.soak.transcript import Transcript, data_of

Json = dict[str, Any]


class Phone:
    """It knows the newest message for each round of each match, and which matches have ended.

    `hands` bounds how many taps of all people wait for their answers. `missing` are the matches of which somebody who
    has been away may not have heard all.
    """

    def __init__(self, user_id: int, people: People, transcript: Transcript, hands: asyncio.Semaphore) -> None:
        self.id = user_id
        self._people = people
        self._transcript = transcript
        self._hands = hands
        self._waiting: list[asyncio.Future[None]] = []
        self._last_message = 1
        self.turns: dict[tuple[str, int], tuple[int, list[str]]] = {}
        self.tables: dict[str, int] = {}
        self.matches: set[str] = set()
        self.ended: set[str] = set()
        self.at_table = asyncio.Lock()
        self.playing: set[str] = set()
        self.missing: set[str] = set()
        self.is_away = False

    def shown(self, message: Json) -> None:
        """A message of the bot's, new or changed."""
        number, data = message["message_id"], data_of(message)
        self._last_message = max(number, self._last_message)
        for one in data:
            self._read(one.split(":"), number, data)
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def _read(self, parts: list[str], number: int, data: list[str]) -> None:
        match parts:
            case "pick", code, match_round, _, _:
                turn = code, int(match_round)
                if number >= self.turns.get(turn, (0, []))[0]:
                    self.turns[turn] = number, data
                self.matches.add(code)
            case "cancel", code:
                self.tables[code] = number
            case "rematch", code:
                self.ended.add(code)

    async def wait(self, is_there: Callable[[], bool], seconds: float) -> bool:
        """Look at the chat until something is there; False if it does not come in time."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + seconds
        while not is_there():
            left = give_up - loop.time()
            if left <= 0:
                return False
            future = loop.create_future()
            self._waiting.append(future)
            await asyncio.wait([future], timeout=left)
        return True

    def type(self, text: str) -> None:
        self._transcript.add("typed", self.id, text=text)
        self._people.send(self.id, text)

    async def tap(self, data: str, message_id: int | None = None) -> str | None:
        """A tap's toast; None where no answer has come."""
        async with self._hands:
            self._transcript.add("tap", self.id, data=data)
            tapped = {"message_id": message_id or self._last_message, "data": data}
            answer = await self._people.tap(self.id, tapped)
        toast = str(answer["text"]) if answer["answered"] else None
        self._transcript.add("toast", self.id, data=data, toast=toast)
        return toast
