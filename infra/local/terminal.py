"""Two columns of text in a terminal: how wide text is, where it breaks, and what stands beside what."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

_EMOJI: Final = "\ufe0f"
_WORD: Final = re.compile(r"\s+|\S+")


def width(text: str) -> int:
    """How many cells a terminal gives this text: two for wide characters and emoji, none for marks and joiners."""
    cells = 0
    for character in text:
        if character == _EMOJI:
            cells += 1
        elif unicodedata.category(character) not in ("Mn", "Me", "Cf"):
            cells += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return cells


def wrapped(line: str, limit: int) -> list[str]:
    """One line as lines of at most so many cells, broken between words where it can be."""
    lines, present = [], ""
    for piece in _pieces(line, limit):
        if width(present + piece) > limit:
            lines.append(present.rstrip())
            present = piece.lstrip()
        else:
            present += piece
    return [*lines, present.rstrip()]


def padded(text: str, limit: int, to_the_right: bool = False) -> str:
    """Text filled up with spaces to so many cells."""
    space = " " * max(0, limit - width(text))
    return space + text if to_the_right else text + space


def side_by_side(left: Sequence[str], right: Sequence[str], limit: int, between: str = " │ ") -> list[str]:
    """Two blocks of lines as one, each in a column of so many cells."""
    return [
        f"{padded(one, limit)}{between}{other}".rstrip(" ") for one, other in zip_longest(left, right, fillvalue="")
    ]


def _pieces(line: str, limit: int) -> Iterator[str]:
    """Words and the spaces between them; a word that is too long for a line comes letter by letter."""
    for word in _WORD.findall(line):
        if width(word) > limit:
            yield from word
        else:
            yield word
