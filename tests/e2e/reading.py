"""Reads a chat as a program does: by what the design keeps fixed for programs, and by callback data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

Message = dict[str, Any]

_ISOLATES: Final = re.compile("[\u2066-\u2069]")
_NUMBER: Final = r"−?\d+"
_HAND: Final = re.compile(r"(?P<faces>[⚀-⚅]{5})  (?P<digits>[1-6](?: [1-6]){4})$", re.MULTILINE)
_THROW: Final = re.compile(
    r"^(?P<who>.+?) (?P<dice>[1-6](?: [1-6]){4}) · (?P<label>.+) (?P<mark>[✓✗]) (?P<points>[+−]\d+)$", re.MULTILINE
)
_TOTALS: Final = re.compile(rf"(?P<mine>{_NUMBER}) : (?P<theirs>{_NUMBER})")
_CODE: Final = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}")
_LABELS: Final = {
    "2 kind": "two",
    "3 kind": "three",
    "4 kind": "four",
    "Poker": "poker",
    "Minor Straight": "minor_straight",
    "Major Straight": "major_straight",
    "Minor Sum": "minor_sum",
    "Major Sum": "major_sum",
}


@dataclass(frozen=True)
class Throw:
    """One seat's line of a reveal."""

    who: str
    dice: list[int]
    combination: str
    is_made: bool
    points: int


@dataclass(frozen=True)
class Reveal:
    """Both lines of a reveal, the reader's own first, and the totals after it."""

    mine: Throw
    theirs: Throw
    totals: tuple[int, int]


def text_of(message: Message) -> str:
    """A message's text without the marks that keep a name's direction."""
    return _ISOLATES.sub("", message.get("text", ""))


def first_line(message: Message) -> str:
    return text_of(message).partition("\n")[0]


def buttons(message: Message) -> Iterator[dict[str, Any]]:
    for row in message.get("reply_markup", {}).get("inline_keyboard", []):
        yield from row


def data_of(message: Message, start: str = "") -> list[str]:
    """The callback data on a message's buttons that begins so."""
    found = (button.get("callback_data", "") for button in buttons(message))
    return [data for data in found if data and data.startswith(start)]


def data_behind(message: Message, label: str) -> str:
    """The callback data of the button with this label."""
    return next(str(button["callback_data"]) for button in buttons(message) if button["text"] == label)


def hand(message: Message) -> list[int] | None:
    found = _HAND.search(text_of(message))
    if found is None:
        return None
    dice = _dice(found["digits"])
    assert dice == ["⚀⚁⚂⚃⚄⚅".index(face) + 1 for face in found["faces"]], "faces and digits differ"
    return dice


def reveal(message: Message) -> Reveal | None:
    """A message's reveal, whichever of the two lines comes first; None where it holds none."""
    throws = [_throw(found) for found in _THROW.finditer(text_of(message))]
    if not throws:
        return None
    mine, theirs = sorted(throws, key=lambda throw: throw.who != "You")
    return Reveal(mine, theirs, totals(first_line(message)))


def totals(line: str) -> tuple[int, int]:
    found = _TOTALS.search(line)
    assert found is not None, f"no totals in {line!r}"
    return _number(found["mine"]), _number(found["theirs"])


def code(message: Message) -> str:
    """The share code in an invitation, without its hyphen."""
    found = _CODE.search(text_of(message))
    assert found is not None, "no share code"
    return found[0].replace("-", "")


def _throw(found: re.Match[str]) -> Throw:
    label = found["label"]
    combination = _LABELS.get(label, label)
    return Throw(found["who"], _dice(found["dice"]), combination, found["mark"] == "✓", _number(found["points"]))


def _dice(digits: str) -> list[int]:
    return [int(digit) for digit in digits.split()]


def _number(text: str) -> int:
    return int(text.replace("−", "-"))
