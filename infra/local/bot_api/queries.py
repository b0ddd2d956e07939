"""Taps and inline queries that wait for the bot's answer. Each can be answered once, and not after its time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from infra.local.bot_api.errors import QUERY_TOO_OLD, Json, bad_request


@dataclass
class Query:
    id: str
    user_id: int
    kind: str
    expires_at: int
    answer: "asyncio.Future[Json]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Queries:
    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._open: dict[str, Query] = {}
        self._count = 0

    def open(self, kind: str, user_id: int, lives: int) -> Query:
        self._count += 1
        query = Query(str((user_id << 32) + self._count), user_id, kind, self._now() + lives)
        self._open[query.id] = query
        return query

    def find(self, kind: str, query_id: str) -> Query:
        """The open query; raises Telegram's refusal if it is unknown, answered or too old."""
        query = self._open.get(query_id)
        if query is None or query.kind != kind or query.expires_at < self._now():
            raise bad_request(QUERY_TOO_OLD)
        return query

    def close(self, query: Query, answer: Json) -> None:
        del self._open[query.id]
        if not query.answer.done():
            query.answer.set_result(answer)


async def answer_of(query: Query, seconds: float) -> Json | None:
    """The bot's answer, or None if it does not come in time."""
    try:
        return await asyncio.wait_for(asyncio.shield(query.answer), seconds)
    except TimeoutError:
        return None
