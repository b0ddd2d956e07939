"""Past matches, and how those stand whom a player has met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from core.match import DAY
from handlers.chat import history_keyboards, keyboards
from handlers.chat.screens.message import message, turned
from handlers.chat.screens.paging import paged
from handlers.chat.texts import Texts
from infra.histories import Past
from infra.records import Opponent, Record
from infra.screen import Screen

PER_PAGE: Final = 9
RATINGS_PER_PAGE: Final = 20


class _Placed(NamedTuple):
    """A line of the ratings; the player's own has no name."""

    rating: int
    is_sure: bool
    name: str | None


def history(texts: Texts, matches: Sequence[Past], page: int) -> Screen:
    """The latest first, each with a button that brings it back."""
    if not matches:
        screen = message(texts.no_history(), keyboard=keyboards.play_either(texts))
    else:
        shown, number, pages = paged(list(enumerate(matches, start=1)), page, PER_PAGE)
        screen = message(
            texts.history(), *_by_day(texts, shown), keyboard=history_keyboards.past(texts, shown, number, pages)
        )
    return turned(screen, page)


def top(
    texts: Texts, own: Record | None, friends: Sequence[Opponent], records: Mapping[int, Record], page: int
) -> Screen:
    """The player and all who were met and are still there, the highest rating first."""
    if own is None or own.rated_at is None:
        screen = message(texts.no_top(), keyboard=keyboards.play_either(texts))
    else:
        names = [(friend.name, records[friend.user_id]) for friend in friends if friend.user_id in records]
        placed = sorted((_placed(None, own), *(_placed(name, record) for name, record in names)), key=_order)
        shown, number, pages = paged(list(enumerate(placed, start=1)), page, RATINGS_PER_PAGE)
        lines = [texts.top_line(place, one.name, one.rating, is_sure=one.is_sure) for place, one in shown]
        screen = message(texts.top(), *lines, keyboard=history_keyboards.top_of(texts, number, pages))
    return turned(screen, page)


def _by_day(texts: Texts, matches: Iterable[tuple[int, Past]]) -> list[str]:
    """A line for each match, under its day by UTC."""
    lines: list[str] = []
    for _, group in groupby(matches, key=lambda placed: placed[1].ended_at // DAY):
        (_, first), *_ = same_day = list(group)
        lines += [texts.day(first.ended_at), *(_line(texts, place, match) for place, match in same_day)]
    return lines


def _line(texts: Texts, place: int, match: Past) -> str:
    how = texts.how_it_ended(match.status, match.result, match.my_total, match.their_total)
    return texts.past(place, match.opponent_name, how)


def _placed(name: str | None, record: Record) -> _Placed:
    rated = record.rated()
    return _Placed(round(rated.rating), rated.is_sure, name)


def _order(one: _Placed) -> tuple[int, bool, str]:
    """Of equal ratings the player's own first, then by name."""
    return -one.rating, one.name is not None, one.name or ""
