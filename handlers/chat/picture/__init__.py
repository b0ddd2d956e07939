"""The match card: an ended match as a picture, drawn when somebody asks for it and kept nowhere.

Pillow comes with it, so it is imported where a card is drawn, and never at a function's start.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from core import codes
from core.review import Shown
from core.view import Outcome, Throw, View
from handlers.chat.picture.canvas import Canvas
from handlers.chat.picture.chart import draw_chart, draw_strip
from handlers.chat.picture.fonts import can_show
from handlers.chat.picture.head import draw_head, draw_panels
from handlers.chat.picture.look import GROUND, HEIGHT, WIDTH, Side
from handlers.chat.picture.score_card import draw_score_card
from handlers.chat.texts import Texts
from handlers.chat.texts.card import card_outcome

__all__ = ["draw"]


def draw(view: View, mine: Shown, theirs: Shown) -> bytes:
    """A PNG of a match that is over, with at least one round revealed; `mine` and `theirs` tell luck and choices."""
    texts, outcome = Texts(view.language), card_outcome(view)
    me, them = _shown(texts, view.my_name), _shown(texts, view.rival.name)
    throws = [shown.mine for shown in view.reveals]
    sides = (
        _side(me or texts.card_you(), throws, mine, is_mine=True, is_winner=outcome is Outcome.WON),
        _side(them or texts.card_friend(), view.rival.throws, theirs, is_mine=False, is_winner=outcome is Outcome.LOST),
    )
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    draw_head(canvas, texts.card_news(outcome, me, them), texts.card_how(view), codes.shown(view.code))
    draw_panels(canvas, texts, sides)
    draw_chart(canvas, sides)
    draw_strip(canvas, texts, sides)
    draw_score_card(canvas, texts, sides)
    return canvas.png()


def _side(name: str, throws: Sequence[Throw], judged: Shown, *, is_mine: bool, is_winner: bool) -> Side:
    totals = tuple(accumulate(throw.points for throw in throws))
    return Side(name, is_mine, is_winner, tuple(throws), totals, judged)


def _shown(texts: Texts, name: str | None) -> str | None:
    """A name as the picture can show it; None where a letter of it would be missing."""
    clean = texts.name_alone(name)
    return clean if can_show(clean) else None
