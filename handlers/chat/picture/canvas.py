"""What a picture is drawn on: shapes in a finer grid, so that their edges are smooth, and words on top of them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from handlers.chat.picture.fonts import Weight, font

Colour = tuple[int, int, int]
Point = tuple[float, float]

FINER: Final = 3


@dataclass(frozen=True)
class _Words:
    at: Point
    text: str
    weight: Weight
    size: int
    colour: Colour
    anchor: str


class Canvas:
    """Lengths are in pixels of the finished picture."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self._image = Image.new("RGB", (width * FINER, height * FINER), ground)
        self._shapes = ImageDraw.Draw(self._image)
        self._words: list[_Words] = []

    def panel(self, left: float, top: float, right: float, bottom: float, radius: float, fill: Colour) -> None:
        self._shapes.rounded_rectangle(_scaled((left, top), (right, bottom)), radius * FINER, fill)

    def frame(
        self, left: float, top: float, right: float, bottom: float, radius: float, colour: Colour, width: int
    ) -> None:
        box = _scaled((left, top), (right, bottom))
        self._shapes.rounded_rectangle(box, radius * FINER, outline=colour, width=width * FINER)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line through the points, its corners and ends round."""
        self._shapes.line(_scaled(*points), colour, round(width * FINER), joint="curve")
        for point in (points[0], points[-1]):
            self.disc(point, width / 2, colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        self._shapes.circle(_scaled(centre)[0], radius * FINER, colour)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        self._shapes.polygon(_scaled(*points), colour)

    def words(
        self, at: Point, text: str, size: int, colour: Colour, anchor: str = "ls", weight: Weight = "medium"
    ) -> None:
        """The anchor is Pillow's: `l`, `m` or `r` across, then `s` for the base line."""
        self._words.append(_Words(at, text, weight, size, colour, anchor))

    def png(self) -> bytes:
        """The finished picture, with nothing in it of when or where it was drawn."""
        image = self._image.reduce(FINER)
        draw = ImageDraw.Draw(image)
        for words in self._words:
            draw.text(words.at, words.text, words.colour, font(words.weight, words.size), words.anchor)
        file = io.BytesIO()
        image.save(file, "PNG", compress_level=6)
        return file.getvalue()


def _scaled(*points: Point) -> list[tuple[float, float]]:
    return [(x * FINER, y * FINER) for x, y in points]
