"""The screens of what a player has played: numbers, a friend, past matches, ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.house import POINTS
from core.levels import Level
from core.match import DAY, Status
from core.view import Outcome
from handlers.chat import screens
from handlers.chat.texts.words import again, house
from infra.histories import Past
from infra.records import Opponent, Record
from infra.screen import Screen
from tests.handlers.chat.people import Names

NOW: Final = 1_800_000_000
FRIENDS: Final = {"played": 12, "won": 7, "drawn": 1, "lost": 4, "points": 508}


def dice(*thrown: int) -> dict[str, int]:
    """A record's counts, from the ones to the sixes."""
    return {f"thrown_{value}": count for value, count in enumerate(thrown, start=1)}


def brought(matches: int, **more: int) -> tuple[int, ...]:
    """Points as the house makes them in so many matches, with so many more in some combinations."""
    return tuple(round(matches * points) + more.get(one.name.lower(), 0) for one, points in POINTS.items())


def _statistics(names: Names, page: int = 0, friends: int = 0, **held: Any) -> Screen:
    return screens.statistics(names.texts, Record.model_validate(held), met(names, friends), page)


def met(names: Names, count: int) -> list[Opponent]:
    """Bob, and so many more who are called as he is, by turns with Carol."""
    called = (names.guest, "Carol")
    return [
        Opponent(
            user_id=1002 + number,
            code=f"7K3MQ9{number:02}",
            name=called[number % 2],
            played=9,
            won=5,
            lost=3,
            drawn=1,
            points=552,
            their_points=495,
        )
        for number in range(count)
    ]


_HOW: Final = (
    (Status.FINISHED, Outcome.WON),
    (Status.FINISHED, Outcome.LOST),
    (Status.FINISHED, Outcome.DRAWN),
    (Status.RESIGNED, Outcome.WON),
    (Status.RESIGNED, Outcome.LOST),
    (Status.FORFEITED, Outcome.WON),
    (Status.FORFEITED, Outcome.LOST),
    (Status.ABANDONED, Outcome.NONE),
)


def past(names: Names, count: int) -> list[Past]:
    """Matches that ended in all ways, two a day; each fifth one is with somebody who has been forgotten, and some are
    with the house, which may have played before the language was changed.
    """
    met = (names.guest, house(Level.BEST), names.guest, again(house(Level.GREEDY)), "")
    return [
        Past(
            code=f"7K3MQ9{number:02}",
            status=_HOW[number % 8][0],
            result=_HOW[number % 8][1],
            opponent_id=(1002, 0, 1002, 0, -1)[number % 5],
            opponent_name=met[number % 5],
            my_total=98,
            their_total=-64,
            ended_at=NOW - number * DAY // 2,
        )
        for number in range(count)
    ]


def rated(rating: int, deviation: int = 60) -> Record:
    return Record(played=1, rating=rating * 1000, deviation=deviation * 1000, rated_at=NOW)


def _top(names: Names, friends: int, page: int = 0) -> Screen:
    others = met(names, friends)
    records = {friend.user_id: rated(1480 + 7 * number, 60 + 9 * number) for number, friend in enumerate(others)}
    return screens.top(names.texts, rated(1514), others, records, page)


_LUCK: Final[dict[str, Any]] = {"finished": 15, "luck": 184, "cost": 315, "lucks": (-4,) * 10, "costs": (15,) * 10}

HISTORY: Final[Mapping[str, Callable[[Names], Screen]]] = {
    "statistics": lambda names: _statistics(
        names,
        **FRIENDS,
        solo_played=3,
        solo_won=1,
        solo_lost=2,
        solo_points=-37,
        best=131,
        solo_best=-12,
        friends=3,
        rating=1_514_060,
        deviation=62_000,
        rated_at=NOW,
        **_LUCK,
        brought=brought(15, three_plus_two=50),
        **dice(160, 171, 165, 168, 165, 171),
    ),
    "statistics_none": lambda names: screens.statistics(names.texts, None),
    "statistics_few_dice": lambda names: _statistics(
        names, solo_played=1, solo_lost=1, solo_points=-70, **dice(4, 5, 6, 3, 6, 5)
    ),
    "statistics_first_match": lambda names: _statistics(
        names,
        played=1,
        lost=1,
        points=-31,
        best=-31,
        rating=1_338_000,
        deviation=290_000,
        rated_at=NOW,
        finished=1,
        luck=-80,
        cost=0,
        lucks=(-80,),
        costs=(0,),
        friends=1,
        **dice(14, 15, 16, 10, 12, 13),
    ),
    "statistics_rare_dice": lambda names: _statistics(names, **FRIENDS, **dice(220, 160, 160, 160, 150, 150)),
    "statistics_page_2": lambda names: _statistics(names, **FRIENDS, page=2, friends=21),
    "statistics_widest": lambda names: _statistics(
        names,
        played=9_999,
        lost=9_999,
        points=-1_119_888,
        solo_played=999,
        solo_lost=999,
        solo_points=-111_888,
        best=-131,
        rating=1_014_060,
        deviation=162_000,
        rated_at=NOW,
        finished=9_999,
        luck=-999_000,
        cost=999_000,
        lucks=(-99,) * 10,
        costs=(99,) * 10,
        brought=(-700_000,) * 16,
        **dice(*[99_999] * 5, 1),
    ),
    "friend": lambda names: screens.friend(names.texts, met(names, 1)[0]),
    "friend_first_match": lambda names: screens.friend(
        names.texts,
        Opponent(user_id=1, code="7K3MQ9XA", name=names.guest, played=1, lost=1, points=-31, their_points=45),
    ),
    "history": lambda names: screens.history(names.texts, past(names, 8), 0),
    "history_page_2": lambda names: screens.history(names.texts, past(names, 30), 2),
    "history_none": lambda names: screens.history(names.texts, [], 0),
    "top": lambda names: _top(names, 8),
    "top_page_2": lambda names: _top(names, 30, 2),
    "top_none": lambda names: screens.top(names.texts, None, [], {}, 0),
}
