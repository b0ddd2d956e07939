"""The upper part of a picture: what came out, and a panel for each player with total, luck and choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handlers.chat.picture.canvas import Canvas, Point
from handlers.chat.picture.fonts import cut, fitting, width
from handlers.chat.picture.look import EDGE, INK, PANEL, QUIET, TEAL, WIDTH, Side, crown, seat_mark
from handlers.chat.texts import Texts
from handlers.chat.texts.words import number, points

_TOP, _BOTTOM, _GAP = 208, 448, 24
_PANEL: Final = (WIDTH - 2 * EDGE - _GAP) / 2
_INSET: Final = 30
_NEWS_AT, _HOW, _BESIDE = 172, 34, 20
_JUDGED, _SMALLEST, _APART = 32, 20, 28


def draw_head(canvas: Canvas, news: str, how: str, code: str) -> None:
    _die(canvas)
    canvas.words((EDGE + 66, 81), "7776", 40, INK, weight="bold")
    canvas.words((WIDTH - EDGE, 80), code, 32, QUIET, "rs")
    room = WIDTH - 2 * EDGE - _BESIDE - width(how, "medium", _HOW)
    size = fitting(news, "bold", 62, room, 40)
    news = cut(news, "bold", size, room)
    canvas.words((EDGE, _NEWS_AT), news, size, INK, weight="bold")
    canvas.words((EDGE + width(news, "bold", size) + _BESIDE, _NEWS_AT), how, _HOW, QUIET)


def draw_panels(canvas: Canvas, texts: Texts, sides: Sequence[Side]) -> None:
    for place, side in enumerate(sides):
        _panel(canvas, texts, side, EDGE + place * (_PANEL + _GAP))


def _panel(canvas: Canvas, texts: Texts, side: Side, left: float) -> None:
    right, inner = left + _PANEL, left + _INSET
    canvas.panel(left, _TOP, right, _BOTTOM, 28, PANEL)
    if side.is_winner:
        canvas.frame(left, _TOP, right, _BOTTOM, 28, side.colour, 4)
        crown(canvas, (right - _INSET - 30, _TOP + 62), side.colour)
    seat_mark(canvas, side, (inner + 13, _TOP + 48), 13)
    room = _PANEL - 2 * _INSET - 40 - (80 if side.is_winner else 0)
    canvas.words((inner + 40, _TOP + 61), cut(side.name, "bold", 38, room), 38, INK, weight="bold")
    canvas.words((inner - 4, _TOP + 176), number(side.total), 124, side.colour, weight="figures")
    _judged(canvas, _parts(texts, side), (inner, _BOTTOM - 26), right - _INSET - inner)


def _parts(texts: Texts, side: Side) -> list[tuple[str, str]]:
    """What makes the total, beside the best average; in a match that ended early, what was left unplayed too."""
    shown = side.judged
    parts = [(texts.card_luck(), points(shown.luck)), (texts.card_choices(), number(-shown.cost))]
    return [*parts, (texts.card_left(), points(-shown.left))] if shown.left else parts


def _judged(canvas: Canvas, judged: Sequence[tuple[str, str]], at: Point, room: float) -> None:
    """Labels with their values on one line: smaller where a language has long words."""
    size, (left, down) = _JUDGED, at
    while size > _SMALLEST and sum(sum(_widths(one, size)) + _apart(size) for one in judged) - _apart(size) > room:
        size -= 1
    for label, value in judged:
        before, after = _widths((label, value), size)
        canvas.words((left, down), label, size, QUIET)
        canvas.words((left + before, down), value, size, INK, weight="bold")
        left += before + after + _apart(size)


def _apart(size: int) -> float:
    return _APART * size / _JUDGED


def _widths(judged: tuple[str, str], size: int) -> tuple[float, float]:
    label, value = judged
    return width(label + " ", "medium", size), width(value, "bold", size)


def _die(canvas: Canvas) -> None:
    """The bot's own five, as on its page."""
    canvas.panel(EDGE, 40, EDGE + 52, 92, 14, TEAL)
    for across, down in ((14, 14), (38, 14), (26, 26), (14, 38), (38, 38)):
        canvas.disc((EDGE + across, 40 + down), 4.8, INK)
