"""What one message of the bot's says, for the checker: which match and round it is about, and what it tells of them.

Nothing of the product is imported: this reads as `tests.e2e.reading` does, by what the design keeps fixed for programs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from tests.e2e import oracle, reading
from tests.e2e.reading import Reveal

Json = dict[str, Any]

_ROUND: Final = re.compile(r"[Rr]ound (\d+) of 16")
_HEXADECIMAL: Final = re.compile(r"[0-9a-f]{64}")
_SHOWN_CODE: Final = re.compile(r"table ([0-9A-HJKMNP-TV-Z]{4})-([0-9A-HJKMNP-TV-Z]{4})")
_ENDS: Final = (
    ("won", "🏆 You beat"),
    ("lost", "You lost to"),
    ("drawn", "🤝 A draw with"),
    ("resigned", "You resigned."),
    ("they resigned", "resigned. You win!"),
    ("timed out", "Your time ran out."),
    ("they timed out", "time ran out. You win!"),
    ("abandoned", "Time ran out for you and"),
    ("called off", "You cancelled the match with"),
    ("they called off", "cancelled the match: you could"),
    ("cancelled", "You cancelled table"),
    ("expired", "Nobody joined table"),
)
OPPOSITE: Final = {
    "won": "lost",
    "drawn": "drawn",
    "resigned": "they resigned",
    "timed out": "they timed out",
    "abandoned": "abandoned",
    "called off": "they called off",
}
OPPOSITE.update({there: here for here, there in OPPOSITE.items()})
UNPLAYED: Final = ("cancelled", "expired")


@dataclass(frozen=True)
class Message:
    """What there is to know of a message. `round` is the one under way in it; `code` is known where a button has it."""

    text: str
    code: str | None
    round: int | None
    hand: list[int] | None
    reveal: Reveal | None
    end: str | None
    totals: tuple[int, int] | None
    seals: list[str]
    is_invitation: bool
    is_start: bool
    is_reminder: bool

    @property
    def secret(self) -> bytes | None:
        """The secret that is told together with its seal."""
        told = [bytes.fromhex(digits) for digits in self.seals]
        return next((secret for secret in told if oracle.seal(secret) in self.seals), None)


def read(event: Json) -> Message:
    message = {"text": event["text"]}
    text, first = reading.text_of(message), reading.first_line(message)
    data = [one.split(":") for one in event["data"]]
    found = _ROUND.search(text.partition("\n\n")[2] or text)
    end = next((name for name, words in _ENDS if words in first), None)
    return Message(
        text=text,
        code=_code(data, text),
        round=int(found[1]) if found else None,
        hand=reading.hand(message),
        reveal=reading.reveal(message),
        end=end,
        totals=_totals(text) if end else None,
        seals=_HEXADECIMAL.findall(text),
        is_invitation=any(parts[0] == "pace" for parts in data),
        is_start="The match is on!" in text,
        is_reminder=first.startswith("⏰"),
    )


def _code(data: list[list[str]], text: str) -> str | None:
    own = ("pick", "change", "score", "cancel", "rematch", "more", "pace", "resign")
    code = next((parts[1] for parts in data if parts[0] in own), None)
    if code is None and (found := _SHOWN_CODE.search(text)):
        code = found[1] + found[2]
    return code


def _totals(text: str) -> tuple[int, int] | None:
    """Those of a match that is over, in the first line or beside the round."""
    lines = [line for line in text.split("\n")[:3] if " : " in line]
    return reading.totals(lines[0]) if lines else None
