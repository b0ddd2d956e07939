"""Who plays whom, and how: people open tables, sit down and pick, see only their chats, and are patient as people are.

Which combination somebody picks, and how a match is to end, is the seed's decision alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from infra.local.bot_api.people import People
from infra.local.bot_api.state import Bot, Chat
from tests.soak.chaos import Chaos
from tests.soak.phone import Phone
from tests.soak.transcript import Transcript

Json = dict[str, Any]

FIRST_USER: Final = 1001
ROUNDS: Final = 16
HANDS: Final = 8
DOORS: Final = 48  # tables that are opened at the same moment
LOOK_AGAIN_S: Final = 3.0
ASK_AGAIN_S: Final = 60.0
APART_S: Final = 6
"""Two tables that a host opens within 5 seconds are one."""

KINDS: Final = {"house": 0.20, "resigned": 0.08, "left alone": 0.03, "blitz": 0.04, "cancelled": 0.03}
"""The matches that are not two friends' to the end, by share. A blitz may end well, or by the clock's next jump."""
CHANGES: Final = 0.08


@dataclass(frozen=True)
class Plan:
    """How a match is to go. In the round `stops_in` the seat `stopper` plays no further."""

    number: int
    kind: str
    pace: str
    stops_in: int
    stopper: int

    @classmethod
    def drawn(cls, chaos: Chaos, number: int, stops_in: int | None = None) -> Plan:
        """By the seed; or, where `stops_in` is given, one that is resigned in that round."""
        stopper = chaos.whole(0, 1, "stopper", number)
        if stops_in is not None:
            return cls(number, "resigned", "1d", stops_in, stopper)
        left, kind = chaos.draw("kind", number), "friends"
        for name, share in KINDS.items():
            if 0 <= left < share:
                kind = name
            left -= share
        paces = {"blitz": "5m", "left alone": "1h"}
        pace = paces.get(kind) or ("1d", "3d")[chaos.whole(0, 1, "pace", number)]
        stops = kind in ("resigned", "left alone")
        last = chaos.whole(1, ROUNDS, "stops in", number) if stops else ROUNDS + 1
        return cls(number, kind, pace, last, stopper)


class Players:
    """All people, and the matches that they are to play. `begun` counts those by how they were to go."""

    def __init__(
        self, count: int, people: People, chaos: Chaos, transcript: Transcript, now: Callable[[], int]
    ) -> None:
        self._chaos = chaos
        self._now = now
        hands = asyncio.Semaphore(HANDS)
        ids = range(FIRST_USER, FIRST_USER + count)
        self.phones = {user_id: Phone(user_id, people, transcript, hands) for user_id in ids}
        self._doors = asyncio.Semaphore(DOORS)
        self._background: set[asyncio.Task[Any]] = set()
        self.begun: Counter[str] = Counter()

    def shown(self, _: Bot, chat: Chat, event: str, data: Json) -> None:
        """A listener of the local Telegram."""
        if event == "message" and data["from"]["is_bot"] and chat.id in self.phones:
            self.phones[chat.id].shown(data)

    def blocked(self, user_id: int) -> None:
        """Somebody has blocked the bot: they come back in a while, and ask for what they have missed."""
        if not self.phones[user_id].is_away:
            self._start(self._come_back(self.phones[user_id]))

    async def play(self, matches: int, stops_in: int | None) -> None:
        """Play so many matches at once; `stops_in` makes them short."""
        plans = [Plan.drawn(self._chaos, number, stops_in) for number in range(matches)]
        await asyncio.gather(*(self._play(plan) for plan in plans))

    def _start(self, doing: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(doing)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _come_back(self, phone: Phone) -> None:
        phone.is_away = True
        await asyncio.sleep(0.5 + self._chaos.draw("away", phone.id))
        phone.is_away = False
        phone.missing |= phone.playing
        phone.type("/matches")

    def _seats(self, number: int) -> tuple[Phone, Phone]:
        """Half of the people are hosts, and each meets another guest in each of their matches."""
        phones, pairs = list(self.phones.values()), len(self.phones) // 2
        around, place = divmod(number, pairs)
        return phones[place], phones[pairs + (place + around) % pairs]

    async def _play(self, plan: Plan) -> None:
        host, guest = self._seats(plan.number)
        if plan.kind == "house":
            asks = partial(self._type, host, "/solo best")
            code = await self._begin(host, asks, lambda: host.matches - set(host.tables))
        else:
            code = await self._begin(host, partial(host.tap, f"new:{plan.pace}"), lambda: set(host.tables))
        self.begun[plan.kind] += 1
        if plan.kind == "cancelled":
            await self._insist(host, f"cancel:{code}", lambda: False)
        elif plan.kind == "house":
            await self._play_seat(host, code, 0, plan)
        else:
            guest.type(f"/join {code}")
            await asyncio.gather(self._play_seat(host, code, 0, plan), self._play_seat(guest, code, 1, plan))

    async def _type(self, phone: Phone, text: str) -> None:
        phone.type(text)

    async def _begin(self, host: Phone, ask: Callable[[], Awaitable[object]], codes: Callable[[], set[str]]) -> str:
        """Ask for a table, and read its code where it comes."""
        async with host.at_table, self._doors:
            known = codes()
            await ask()
            while not await host.wait(lambda: codes() > known, ASK_AGAIN_S):
                await ask()
            opened_at = self._now()
            while self._now() < opened_at + APART_S:  # noqa: ASYNC110 (the clock is no event)
                await asyncio.sleep(1)
            return min(codes() - known)

    async def _play_seat(self, phone: Phone, code: str, seat: int, plan: Plan) -> None:
        phone.playing.add(code)
        for number in range(1, ROUNDS + 1):
            if not await self._has_turn(phone, code, number):
                return
            if number >= plan.stops_in and seat == plan.stopper:
                if plan.kind == "resigned":
                    await self._insist(phone, f"resign!:{code}", lambda: code in phone.ended)
                break
            await self._pick(phone, code, number, seat, plan)
        await self._has_turn(phone, code, ROUNDS + 1)

    async def _has_turn(self, phone: Phone, code: str, number: int) -> bool:
        """Wait for a round; False once the match has ended. Who has been away asks for it, until it is there."""
        turn = code, number
        while not await phone.wait(lambda: turn in phone.turns or code in phone.ended, LOOK_AGAIN_S):
            if code in phone.missing and not phone.is_away:
                await phone.tap(f"table:{code}")
        phone.missing.discard(code)
        return code not in phone.ended

    async def _pick(self, phone: Phone, code: str, number: int, seat: int, plan: Plan) -> None:
        """Pick, and now and then change one's mind."""
        message_id, data = phone.turns[code, number]
        choices = sorted({one.rsplit(":", 1)[0] for one in data if one.startswith("pick:")})

        def chosen(what: str) -> str:
            return choices[self._chaos.whole(0, len(choices) - 1, what, plan.number, seat, number)]

        def is_over() -> bool:
            return (code, number + 1) in phone.turns or code in phone.ended

        await self._insist(phone, f"{chosen('pick')}:0", is_over, message_id)
        if self._chaos.draw("change", plan.number, seat, number) < CHANGES:
            await phone.tap(f"{chosen('other pick')}:1", message_id)

    async def _insist(
        self, phone: Phone, data: str, is_done: Callable[[], bool], message_id: int | None = None
    ) -> None:
        """Tap until a tap is answered, or there is no more need."""
        for _ in range(1_000):
            if await phone.tap(data, message_id) is not None or is_done():
                return
            await asyncio.sleep(0.2)
