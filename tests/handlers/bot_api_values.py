"""Values of the Bot API's types, each optional field there or not. Everything follows from one seed."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.handlers.bot_api_types import KINDS, TYPES, Field

DEEPEST: Final = 5
THINNER: Final = 4  # with each step down optional fields are so much rarer
EVERY_FIELD: Final = frozenset(
    (name, field.name, is_there)
    for name, fields in TYPES.items()
    for field in fields
    for is_there in (True, field.is_required)
)
"""What `Values.made` is once each field of each type was there, and once missing if it may be."""
Route = tuple[tuple[str, Field], ...]
"""The way down to a field: each type on it, and the field to go on by."""

NAMES: Final = (
    "Alice",
    "<b> & _ *</b>",
    "Вероника-Снежана",
    "أليس عبدالرحمن",
    "שלומית",
    "शतरंजचौसरपच्चीसी",
    "ประสิทธิ์",
    "王小明",
    "かぐや姫ものがたり",
    "김철수",
    "Ἀλέξανδρος",
    "Ծովինար",
    "გიორგი",
    "ሰላማዊት",
    "👩\u200d👩\u200d👧\u200d👦🧑🏽\u200d🚀" * 4,
    "\u202eevil\u202c",
    "\u200b\u2066\u3164\u115f",
    "Z\u0351\u036f" * 60,
    "\x00\x07\x1b[2J",
    "&amp;</blockquote>",
    "{name} %s {0}",
    "",
    " \n\t ",
    "n" * 64,
    "\U0010ffff\uffff\ufdd0",
)
LANGUAGES: Final = ("en", "ru", "pt-br", "zh-hans", "../../etc", "x" * 64, "", "EN_us", "\u202e", "de-DE-1996")
USERS: Final = (*range(1, 30), 1001, 2**31, 2**40, 2**52 - 1, 136817688, 1087968824)
CHATS: Final = (-1, -100_123, -1_001_234_567_890, -(2**52) + 1)
_CHOICES: Final[Mapping[str, Sequence[Any]]] = {
    "UserId": USERS,
    "ChatId": (*CHATS, *USERS),
    "GroupId": CHATS,
    "MessageId": (*range(1, 200), 2**31 - 1),
    "Date": (1, 1_800_000_000, 2**31 - 1),
    "Name": NAMES,
    "Username": ("alice_5", "A" * 32),
    "Language": LANGUAGES,
    "Bool": (True, False),
    "True": (True,),
    "Zero": (0,),
    "Float": (0.0, -179.999, 1e-9),
    "Int": (0, 1, 255, 10**9),
    "Die": range(1, 7),
    "Currency": ("EUR", "XTR"),
    "Country": ("DE",),
    "DiceEmoji": ("🎲", "🎯", "🎰"),
    "Emoji": ("👍", "🔥"),
}


def _routes() -> Mapping[str, tuple[str, Route]]:
    """A shortest way to each type: the kind of update, and what leads down from there."""
    found: dict[str, tuple[str, Route]] = {}
    ahead: deque[tuple[str, str, Route]] = deque((name, kind, ()) for kind, name in KINDS.items())
    while ahead:
        name, kind, route = ahead.popleft()
        if name in TYPES and name not in found:
            found[name] = kind, route
            ahead.extend((to, kind, (*route, (name, field))) for field in TYPES[name] for to in field.types)
    return found


ROUTES: Final = _routes()


class Values:
    """`text` and `data` are what people type and what buttons say: for a subclass to make. `made` says of each type and
    each of its fields whether it was there in some value, and whether it was missing.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.made: set[tuple[str, str, bool]] = set()

    def text(self) -> str:
        raise NotImplementedError

    def data(self) -> str:
        raise NotImplementedError

    def value(self, kind: str, density: float, depth: int = 0, route: Route = ()) -> Any:
        """A value of a type; each optional field is there with a probability, but not too deep down, or if the route
        leads through it.
        """
        if kind.startswith("="):
            return kind[1:]
        if kind not in TYPES:
            return self._scalar(kind)
        wanted = density if depth < DEEPEST else 0
        made = {}
        for field in TYPES[kind]:
            is_on_route = route[:1] == ((kind, field),)
            is_there = field.is_required or is_on_route or (wanted > 0 and self.random.random() < wanted)
            self.made.add((kind, field.name, is_there))
            if is_there:
                made[field.name] = self._field(field, density / THINNER, depth + 1, route[1:] if is_on_route else ())
        return made

    def _field(self, field: Field, density: float, depth: int, route: Route) -> Any:
        def nested(lists: int) -> Any:
            if lists:
                return [nested(lists - 1) for _ in range(self.random.randint(1 if route else 0, 2))]
            return self.value(route[0][0] if route else self.random.choice(field.types), density, depth, route)

        return nested(field.lists)

    def _scalar(self, kind: str) -> Any:
        if kind == "Data":
            return self.data()
        if kind == "Text":
            return self.text()
        if kind == "Id":
            return f"{self.random.getrandbits(60)}"
        return self.random.choice(_CHOICES[kind])
