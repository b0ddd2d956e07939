"""The pictures' own fonts, cut from Inter (fonts/OFL.txt), and which words they can show.

Text is laid out letter by letter, with neither the system's fonts nor its libraries, so a picture looks the same
everywhere. What would need shaping, such as a mark above another letter, counts as what cannot be shown.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from PIL import ImageFont

FOLDER: Final = Path(__file__).with_name("fonts")
ELLIPSIS: Final = "…"

Weight = Literal["medium", "bold", "figures"]


@cache
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """`figures` holds digits and signs alone. Size in pixels."""
    return ImageFont.truetype(FOLDER / f"{weight}.otf", size, layout_engine=ImageFont.Layout.BASIC)


@cache
def characters() -> frozenset[str]:
    """All that `medium` and `bold` can show."""
    return frozenset((FOLDER / "characters.txt").read_text(encoding="utf-8"))


def can_show(text: str) -> bool:
    return characters().issuperset(text)


def width(text: str, weight: Weight, size: int) -> float:
    return font(weight, size).getlength(text)


def cut(text: str, weight: Weight, size: int, room: float) -> str:
    """The text, or as much of its beginning as there is room for, in pixels, with an ellipsis."""
    if width(text, weight, size) <= room:
        return text
    while text and width(text.rstrip() + ELLIPSIS, weight, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def fitting(text: str, weight: Weight, size: int, room: float, smallest: int) -> int:
    """The greatest size up to `size` in which the text has room, but never less than `smallest`."""
    while size > smallest and width(text, weight, size) > room:
        size -= 1
    return size
