"""Server-sent events: what a person's phone shows, live. Each stream begins with every message that is there."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable

from infra.local.bot_api.errors import Json
from infra.local.bot_api.state import Bot, Chat

PING = 15.0
Event = tuple[str, Json]


class Events:
    """The open streams, by user id. `close` ends them all, so that a server can stop."""

    def __init__(self) -> None:
        self._streams: dict[int, set[asyncio.Queue[Event | None]]] = defaultdict(set)
        self._closed = False

    def tell(self, _: Bot, chat: Chat, event: str, data: Json) -> None:
        """A listener of `World`: passes a chat's news to everyone in it."""
        for user_id in chat.members:
            for stream in self._streams.get(user_id, ()):
                stream.put_nowait((event, data))

    def count(self) -> int:
        """How many streams are open."""
        return sum(map(len, self._streams.values()))

    def close(self) -> None:
        self._closed = True
        for streams in self._streams.values():
            for stream in streams:
                stream.put_nowait(None)

    async def stream(self, user_id: int, present: Callable[[], list[Json]]) -> AsyncIterator[str]:
        """The lines of one stream; ends on `close`, or when its reader goes away."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._streams[user_id].add(queue)
        try:
            for message in present():
                yield _lines("message", message)
            while not self._closed:
                try:
                    event = await asyncio.wait_for(queue.get(), PING)
                except TimeoutError:
                    yield ": ping\n\n"
                    continue
                if event is None:
                    return
                yield _lines(*event)
        finally:
            self._streams[user_id].discard(queue)


def _lines(event: str, data: Json) -> str:
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
