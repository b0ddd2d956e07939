"""How a picture looks: its size, colours and marks. What a colour tells, a shape or a word tells as well."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from core.combinations import COSTLY
from core.review import Shown
from core.view import Throw
from handlers.chat.picture.canvas import Canvas, Colour, Point

WIDTH, HEIGHT, EDGE = 1080, 1350, 54

GROUND: Final[Colour] = (11, 38, 36)
PANEL: Final[Colour] = (19, 53, 50)
RULE: Final[Colour] = (44, 84, 79)
INK: Final[Colour] = (255, 253, 246)
QUIET: Final[Colour] = (158, 186, 180)
UNPLAYED: Final[Colour] = (82, 122, 116)
TEAL: Final[Colour] = (15, 118, 110)
MINE: Final[Colour] = (112, 214, 255)
THEIRS: Final[Colour] = (255, 190, 92)


@dataclass(frozen=True)
class Side:
    """One player's half of the picture: `totals` and `throws` are by round."""

    name: str
    is_mine: bool
    is_winner: bool
    throws: tuple[Throw, ...]
    totals: tuple[int, ...]
    judged: Shown

    @property
    def total(self) -> int:
        return self.totals[-1]

    @property
    def colour(self) -> Colour:
        return MINE if self.is_mine else THEIRS


def seat_mark(canvas: Canvas, side: Side, at: Point, radius: float) -> None:
    """A disc is the reader's own, a diamond the other's."""
    if side.is_mine:
        canvas.disc(at, radius, side.colour)
    else:
        canvas.polygon(_around(at, radius * 1.22, 4), side.colour)


def round_mark(canvas: Canvas, points: int, at: Point, colour: Colour) -> None:
    """Full for a combination that was made, hollow for a miss, a cross for one that cost 70."""
    if points == COSTLY:
        reach = 12
        for slope in (-1, 1):
            canvas.line([(at[0] - reach, at[1] - slope * reach), (at[0] + reach, at[1] + slope * reach)], colour, 8)
        return
    canvas.disc(at, 14, colour)
    if points < 0:
        canvas.disc(at, 9, GROUND)


def crown(canvas: Canvas, at: Point, colour: Colour) -> None:
    """A winner's; `at` is the middle of its foot, and it is 56 wide."""
    x, y = at
    peaks = [(-28, -34), (-14, -16), (0, -42), (14, -16), (28, -34), (22, 0), (-22, 0)]
    canvas.polygon([(x + across, y + up) for across, up in peaks], colour)
    for across, up in (peaks[0], peaks[2], peaks[4]):
        canvas.disc((x + across, y + up), 5, colour)


def _around(at: Point, radius: float, corners: int) -> list[Point]:
    turns = [2 * math.pi * corner / corners for corner in range(corners)]
    return [(at[0] + radius * math.cos(turn), at[1] + radius * math.sin(turn)) for turn in turns]
