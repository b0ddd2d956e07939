"""The lower part of a picture: what each player made of each combination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.combinations import ORDER, Combination
from handlers.chat.picture.canvas import Canvas
from handlers.chat.picture.fonts import fitting
from handlers.chat.picture.look import EDGE, HEIGHT, INK, PANEL, QUIET, WIDTH, Side, seat_mark
from handlers.chat.texts import Texts
from handlers.chat.texts.words import OPEN_BOX, points

_TOP, _ROW, _ROWS, _GAP = 914, 38, 8, 24
_WIDTH: Final = (WIDTH - 2 * EDGE - _GAP) / 2
_INSET, _NUMBER = 26, 104


def draw_score_card(canvas: Canvas, texts: Texts, sides: Sequence[Side]) -> None:
    for column in range(2):
        left = EDGE + column * (_WIDTH + _GAP)
        canvas.panel(left, _TOP, left + _WIDTH, HEIGHT - EDGE, 24, PANEL)
        for place, side in enumerate(sides):
            seat_mark(canvas, side, (_at(left, place) - 22, _TOP + 30), 10)
        for row, combination in enumerate(ORDER[column * _ROWS : (column + 1) * _ROWS]):
            _row(canvas, texts, sides, combination, left, _TOP + row * _ROW + 84)


def _row(
    canvas: Canvas, texts: Texts, sides: Sequence[Side], combination: Combination, left: float, down: float
) -> None:
    label = texts.label(combination)
    room = _WIDTH - 2 * _INSET - 2 * _NUMBER
    canvas.words((left + _INSET, down), label, fitting(label, "medium", 29, room, 18), INK)
    scored = [_scored(side, combination) for side in sides]
    for place, (side, mine) in enumerate(zip(sides, scored, strict=True)):
        at = (_at(left, place), down)
        if mine is None or mine < 0:
            canvas.words(at, OPEN_BOX if mine is None else points(mine), 29, QUIET, "rs")
        elif mine > (scored[1 - place] or 0):
            canvas.words(at, points(mine), 29, side.colour, "rs", "bold")
        else:
            canvas.words(at, points(mine), 29, INK, "rs")


def _at(left: float, place: int) -> float:
    return left + _WIDTH - _INSET - (1 - place) * _NUMBER


def _scored(side: Side, combination: Combination) -> int | None:
    return next((throw.points for throw in side.throws if throw.combination is combination), None)
