"""A player's matches, the score card, and the questions that need a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Literal

from core import codes
from core.combinations import Combination
from core.match import HOST, Status
from core.view import View
from handlers.chat import callback_data, keyboards
from handlers.chat.screens.message import message, turned
from handlers.chat.screens.paging import paged
from handlers.chat.texts import Texts
from infra.screen import Screen

PER_PAGE: Final = 9
CHOICES: Final = 24

What = Literal["score", "resign", "cancel"]


def matches(texts: Texts, views: Sequence[View], page: int, now: int) -> Screen:
    """A page of a player's matches."""
    if not views:
        return turned(no_matches(texts), page)
    shown, number, pages = paged(_ordered(views), page, PER_PAGE)
    buttons = [
        (label, callback_data.table(view.code)) for label, view in zip(_labels(texts, shown), shown, strict=True)
    ]
    rows = (*keyboards.tables(buttons), keyboards.turns(number, pages), [keyboards.play(texts)])
    screen = message(*_lines(texts, shown, now), keyboard=keyboards.keyboard(*rows))
    return turned(screen, page)


def no_matches(texts: Texts) -> Screen:
    return message(texts.no_matches(), keyboard=keyboards.play_either(texts))


def choose(texts: Texts, views: Sequence[View], what: What) -> Screen:
    """Ask which match a command means; the first that wait for this player, if there are very many."""
    questions = {
        "score": (texts.which_to_score, callback_data.score),
        "resign": (texts.which_to_resign, callback_data.resign),
        "cancel": (texts.which_to_cancel, callback_data.cancel),
    }
    ask, data = questions[what]
    shown = _ordered(views)[:CHOICES]
    buttons = [(label, data(view.code)) for label, view in zip(_labels(texts, shown), shown, strict=True)]
    return message(ask(), keyboard=keyboards.keyboard(*keyboards.tables(buttons)))


def score(view: View) -> Screen:
    """All 16 combinations with both seats' points over the revealed rounds, and the seal: here it is a tap away."""
    texts = Texts(view.language)
    mine = {shown.mine.combination: shown.mine.points for shown in view.reveals}
    theirs = {shown.theirs.combination: shown.theirs.points for shown in view.reveals}
    return message(
        texts.score_title(view.their_name),
        *(texts.score_row(one, mine.get(one), theirs.get(one)) for one in Combination),
        texts.score_total(view.my_total, view.their_total),
        texts.seal(view.seal),
        keyboard=keyboards.back_to_table(view, texts),
    )


def resign_question(view: View) -> Screen:
    texts = Texts(view.language)
    return message(*_resign_question(view, texts), keyboard=keyboards.resign(view, texts))


def _resign_question(view: View, texts: Texts) -> tuple[str, ...]:
    if view.first is not None:
        return (
            texts.give_up_question(view.first.name),
            texts.standing(view.round, view.their_name, view.my_total, view.their_total),
        )
    return (texts.resign_question(view.their_name, view.round, view.my_total, view.their_total),)


def _ordered(views: Sequence[View]) -> list[View]:
    """What waits for this player first, then by the time left."""
    return sorted(views, key=lambda view: (_group(view), view.deadline or 0, view.code))


def _group(view: View) -> int:
    """0: this player's move; 1: the other's; 2: a table that nobody has joined."""
    if view.status is Status.ACTIVE:
        return 0 if view.my_pick is None else 1
    if view.their_name is None:
        return 2
    return 1 if view.seat == HOST else 0


def _lines(texts: Texts, views: Sequence[View], now: int) -> list[str]:
    headings: tuple[Callable[[], str], ...] = (texts.your_move, texts.their_move, texts.waiting_for_friend)
    lines: list[str] = []
    for group, heading in enumerate(headings):
        inside = [_line(texts, view, (view.deadline or now) - now) for view in views if _group(view) == group]
        lines += [f"<b>{heading()}</b>", *inside] if inside else []
    return lines


def _line(texts: Texts, view: View, left: int) -> str:
    if view.their_name is None:
        return texts.open_line(view.code, left)
    if view.status is Status.OPEN:
        return texts.rematch_line(view.their_name, left)
    return texts.match_line(view.their_name, view.round, left, view.my_total, view.their_total)


def _labels(texts: Texts, views: Sequence[View]) -> list[str]:
    """The opponents' names, behind the round where two would be the same; an offered rematch as one, and the code of a
    table that has no opponent.
    """
    count = Counter(view.their_name for view in views)
    return [_label(texts, view, is_one_of_many=count[view.their_name] > 1) for view in views]


def _label(texts: Texts, view: View, *, is_one_of_many: bool) -> str:
    if view.their_name is None:
        return codes.shown(view.code)
    if view.status is Status.OPEN:
        return texts.rematch_with(view.their_name)
    if not is_one_of_many:
        return texts.name_alone(view.their_name)
    return texts.round_with(view.round, view.their_name)
