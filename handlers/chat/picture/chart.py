"""The middle of a picture: both totals over the sixteen rounds, and below each round how both picks went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.combinations import COSTLY, MISSED
from core.match import ROUNDS
from handlers.chat.picture.canvas import Canvas, Point
from handlers.chat.picture.fonts import cut, fitting, width
from handlers.chat.picture.look import (
    EDGE,
    GROUND,
    INK,
    QUIET,
    RULE,
    UNPLAYED,
    WIDTH,
    Side,
    round_mark,
    seat_mark,
)
from handlers.chat.texts import Texts
from handlers.chat.texts.words import number

_LEFT, _RIGHT = 132, WIDTH - EDGE - 160
_TOP, _BOTTOM = 492, 756
_STEP: Final = (_RIGHT - _LEFT) / ROUNDS
_LABEL, _HAIR = 72, 3
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
_ROUNDS_AT, _STRIP_AT, _STRIP_STEP = 800, 832, 42


def draw_chart(canvas: Canvas, sides: Sequence[Side]) -> None:
    low, high = _range([total for side in sides for total in side.totals])
    _grid(canvas, low, high)
    curves = [_curve(side, low, high) for side in sides]
    for curve in curves:
        canvas.line(curve, GROUND, 14)
    for side, curve in reversed(list(zip(sides, curves, strict=True))):
        canvas.line(curve, side.colour, 6)
        for point in curve[1:-1]:
            seat_mark(canvas, side, point, 8)
        seat_mark(canvas, side, curve[-1], 13)
    _ends(canvas, sides, low, high)


def draw_strip(canvas: Canvas, texts: Texts, sides: Sequence[Side]) -> None:
    played = len(sides[0].totals)
    for match_round in range(1, ROUNDS + 1):
        colour = QUIET if match_round <= played else UNPLAYED
        canvas.words((_across(match_round), _ROUNDS_AT), str(match_round), 24, colour, "ms")
    _legend(canvas, texts)
    for place, side in enumerate(sides):
        down = _STRIP_AT + place * _STRIP_STEP
        seat_mark(canvas, side, (EDGE + 13, down), 12)
        for match_round, throw in enumerate(side.throws, start=1):
            round_mark(canvas, throw.points, (_across(match_round), down), side.colour)


def _legend(canvas: Canvas, texts: Texts) -> None:
    left, right = _across(ROUNDS) + 56, WIDTH - EDGE
    for place, (points, label) in enumerate(
        ((1, texts.card_made()), (MISSED, number(MISSED)), (COSTLY, number(COSTLY)))
    ):
        down = _STRIP_AT + (place - 1) * _STRIP_STEP
        round_mark(canvas, points, (left, down), QUIET)
        canvas.words((left + 28, down + 9), label, fitting(label, "medium", 26, right - left - 28, 16), QUIET)


def _range(totals: Sequence[int]) -> tuple[int, int]:
    """Zero is always within."""
    return min(0, *totals), max(20, *totals)


def _grid(canvas: Canvas, low: int, high: int) -> None:
    step = next(step for step in _STEPS if (high - low) / step <= 5)
    for total in range(-(-low // step) * step, high + 1, step):
        down = _down(total, low, high)
        canvas.line([(_LEFT, down), (_RIGHT, down)], QUIET if total == 0 else RULE, 2)
        canvas.words((_LEFT - 16, down + 9), number(total), 24, QUIET, "rs")


def _curve(side: Side, low: int, high: int) -> list[Point]:
    """A hair above or below the exact place, so that curves which go together are both seen."""
    hair = -_HAIR if side.is_mine else _HAIR
    return [(_across(place), _down(total, low, high) + hair) for place, total in enumerate((0, *side.totals))]


def _ends(canvas: Canvas, sides: Sequence[Side], low: int, high: int) -> None:
    """A label at each curve's end."""
    at = _across(len(sides[0].totals)) + 28
    places = _apart([_down(side.total, low, high) for side in sides])
    for side, down in zip(sides, places, strict=True):
        name = cut(side.name, "medium", 26, min(300, WIDTH - EDGE - at))
        if len(side.totals) < ROUNDS:
            canvas.panel(at - 6, down - 30, at + 12 + width(name, "medium", 26), down + 44, 8, GROUND)
        canvas.words((at, down + 6), number(side.total), 40, side.colour, weight="bold")
        canvas.words((at, down + 36), name, 26, INK)


def _apart(places: Sequence[float]) -> list[float]:
    """Two labels' places, moved so that they neither touch nor leave the chart."""
    upper, lower = sorted(min(max(place, _TOP + 24), _BOTTOM - 40) for place in places)
    if lower - upper < _LABEL:
        upper = min(max((upper + lower - _LABEL) / 2, _TOP + 24), _BOTTOM - 40 - _LABEL)
        lower = upper + _LABEL
    return [upper, lower] if places[0] <= places[1] else [lower, upper]


def _across(match_round: int) -> float:
    return _LEFT + match_round * _STEP


def _down(total: int, low: int, high: int) -> float:
    return _BOTTOM - (total - low) / (high - low) * (_BOTTOM - _TOP)
