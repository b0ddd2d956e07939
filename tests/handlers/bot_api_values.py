"""Values of the Bot API's types, each optional field there or not. Everything follows from one seed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.handlers.bot_api_types import TYPES, Field

DEEPEST: Final = 5
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
    "ChatType": ("private", "group", "supergroup", "channel", "sender"),
    "MessageId": (*range(1, 200), 2**31 - 1),
    "Date": (0, 1_800_000_000, 2**31 - 1),
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
    "Stars": ("XTR",),
    "Country": ("DE",),
    "DiceEmoji": ("🎲", "🎯", "🎰"),
    "Emoji": ("👍", "🔥"),
    "EntityType": ("bot_command", "mention", "url", "text_mention", "date_time"),
    "StickerType": ("regular", "mask"),
    "PollType": ("regular", "quiz"),
    "PassportType": ("passport",),
}


class Values:
    """`text` and `data` are what people type and what buttons say: for a subclass to make."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self) -> str:
        raise NotImplementedError

    def data(self) -> str:
        raise NotImplementedError

    def value(self, kind: str, density: float, depth: int = 0) -> Any:
        """A value of a type; each optional field is there with a probability, but not too deep down."""
        if kind.startswith("="):
            return kind[1:]
        if kind in TYPES:
            wanted = density if depth < DEEPEST else 0
            fields = [field for field in TYPES[kind] if field.is_required or self.random.random() < wanted]
            return {field.name: self._field(field, density / 2, depth + 1) for field in fields}
        return self._scalar(kind)

    def _field(self, field: Field, density: float, depth: int) -> Any:
        def nested(lists: int) -> Any:
            if lists:
                return [nested(lists - 1) for _ in range(self.random.randint(0, 2))]
            return self.value(self.random.choice(field.types), density, depth)

        return nested(field.lists)

    def _scalar(self, kind: str) -> Any:
        if kind == "Data":
            return self.data()
        if kind == "Text":
            return self.text()
        if kind == "Nothing":
            return {}
        return self.random.choice(_CHOICES[kind]) if kind in _CHOICES else f"{self.random.getrandbits(60)}"
