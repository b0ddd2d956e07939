"""A player's name as it is stored: one clean line, cut where a reader would cut it."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_GRAPHEMES: Final = 16
LONGEST_BYTES: Final = 48
_JOINERS: Final = "\u200c\u200d"
_BLANK_LETTERS: Final = "\u115f\u1160\u2800\u3164\uffa0"


def stored_name(first_name: str) -> str:
    """At most 16 graphemes and 48 bytes of UTF-8, without control or direction marks; "" if nothing is left to see."""
    clean = " ".join(
        "".join(
            character for character in unicodedata.normalize("NFC", first_name[:256]) if _is_kept(character)
        ).split()
    )
    name = ""
    for grapheme in _graphemes(clean)[:LONGEST_GRAPHEMES]:
        if len((name + grapheme).encode()) > LONGEST_BYTES:
            break
        name += grapheme
    name = name.strip()
    return name if any(unicodedata.category(character)[0] in "LNPS" for character in name) else ""


def _is_kept(character: str) -> bool:
    if character in _JOINERS or character.isspace():
        return True
    category = unicodedata.category(character)
    return character not in _BLANK_LETTERS and (category[0] != "C" or category == "Cn")


def _graphemes(text: str) -> list[str]:
    if text.isascii():
        return list(text)
    import regex  # here, not above: a cold start seldom needs it

    return regex.findall(r"\X", text)
