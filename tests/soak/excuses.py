"""Why a chat may get a message of a match that it has had before. Each excuse is for one message, and used up by it.

Some are doubts: nobody could tell whether a message had arrived, so it must be sent again. Such an excuse is for that
very message. The others are tables brought back, which is no mistake: a chat that asks for its table is sent it anew,
as it stands, and so is one whose player had blocked the bot, or whose visit finds that nothing is left to tell. A call
that certainly took nothing (429, 500, lost on the way) excuses nothing: what it was to tell is told later, once.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from tests.soak.matches import THE_END

Place = tuple[str, int]
"""A match's code, and where in its tale a message stands."""

ARRIVED: Final = "arrived all the same"
ASKED: Final = "asked for"
ASKED_TWICE: Final = "asked for twice"
CAME_BACK: Final = "player came back"
OTHER_CAME_BACK: Final = "opponent came back"
"""A chat that must wait to hear that its opponent cannot be reached is visited when that may not be true any more."""
LAST: Final = 3
"""So many messages may have come to a chat, from others, before a death is known that left one of them unnoted."""
MEANWHILE: Final = 2
"""A table is brought back as it stands when it comes: so much further than when it was asked for at most, or over."""


@dataclass(eq=False)
class Excuse:
    """One, and for which messages: the first of them to come again takes it. `until` is the last but the end."""

    why: str
    places: set[Place] = field(default_factory=set)
    until: Place | None = None

    def is_past(self, place: Place) -> bool:
        """Whether it lapses by this message, which is further in the match."""
        code, number = place
        return self.until is not None and self.until[0] == code and self.until[1] < number < THE_END


class Excuses:
    """Those of all chats."""

    def __init__(self) -> None:
        self._open: dict[int, list[Excuse]] = defaultdict(list)
        self._awaiting: dict[int, list[Excuse]] = defaultdict(list)
        self._last: dict[int, deque[Place | None]] = defaultdict(lambda: deque(maxlen=LAST))

    def arrives(self, chat: int, why: str = ARRIVED) -> None:
        """The chat's next message arrives, and its sender does not hear of it."""
        self._awaiting[chat].append(Excuse(why))

    def unnoted(self, chat: int, why: str) -> None:
        """It is not noted that the chat has one of its last messages; or its next one, if that was only on its way."""
        excuse = Excuse(why, {place for place in self._last[chat] if place is not None})
        self._open[chat].append(excuse)
        self._awaiting[chat].append(excuse)

    def brought_back(self, chat: int, why: str, code: str, furthest: int) -> None:
        """A chat that has been told so far of a match is to have its table."""
        least = max(furthest, 0)
        places = {(code, number) for number in (*range(least, least + MEANWHILE + 1), THE_END)}
        self._open[chat].append(Excuse(why, places, (code, least + MEANWHILE)))

    def take(self, chat: int, place: Place, among: Iterable[str] = ()) -> str | None:
        """Why this message may come, lately (for any reason, or one of some), used up; None without one."""
        wanted = tuple(among)
        likely = reversed(self._open[chat])
        found = next((one for one in likely if place in one.places and (not wanted or one.why in wanted)), None)
        if found is None:
            return None
        self._open[chat].remove(found)
        if found in self._awaiting[chat]:
            self._awaiting[chat].remove(found)
        return found.why

    def posted(self, chat: int, place: Place | None) -> None:
        """A message has come, after whatever it takes itself; None if it stands beside all tales."""
        for excuse in self._awaiting.pop(chat, []):
            if place is not None:
                excuse.places.add(place)
                if excuse not in self._open[chat]:
                    self._open[chat].append(excuse)
        self._last[chat].append(place)
        if place is not None:
            self._open[chat] = [excuse for excuse in self._open[chat] if not excuse.is_past(place)]
