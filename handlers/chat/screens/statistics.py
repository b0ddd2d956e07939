"""What a player has done so far, and how the player and one friend stand."""

from __future__ import annotations

from collections.abc import Sequence

from core import dice_counts
from core.strength import strength
from handlers.chat import history_keyboards, keyboards
from handlers.chat.screens.message import as_edit, message, turned
from handlers.chat.screens.paging import paged
from handlers.chat.texts import Texts
from infra.records import Opponent, Record
from infra.screen import Screen

PER_PAGE = 9


def statistics(texts: Texts, record: Record | None, friends: Sequence[Opponent] = (), page: int = 0) -> Screen:
    """Matches with friends, those with the house, luck and choices, and the player's own dice; only what there is."""
    if record is None or not record.played + record.solo_played:
        screen = message(texts.no_statistics(), keyboard=keyboards.play_either(texts))
    else:
        shown, number, pages = paged(friends, page, PER_PAGE)
        lines = [*_friends(texts, record), *_house(texts, record), *_luck(texts, record), *_dice(texts, record.thrown)]
        screen = message(*lines, keyboard=history_keyboards.statistics(texts, shown, number, pages))
    return turned(screen, page)


def friend(texts: Texts, met: Opponent) -> Screen:
    """In the place of the statistics from which it was asked for."""
    lines = (
        texts.between(met.name, met.won, met.lost, met.drawn),
        texts.averages(met.played, met.points, met.their_points),
    )
    return as_edit(message(*lines, keyboard=history_keyboards.friend(texts)))


def _friends(texts: Texts, record: Record) -> list[str]:
    if not record.played:
        return []
    return [
        texts.with_friends(record.played, record.points),
        texts.record(record.won, record.drawn, record.lost),
        *([] if record.best is None else [texts.best_total(record.best)]),
        *([] if record.rated_at is None else [_rating(texts, record)]),
    ]


def _rating(texts: Texts, record: Record) -> str:
    rated = record.rated()
    return texts.rating(round(rated.rating), is_sure=rated.is_sure)


def _house(texts: Texts, record: Record) -> list[str]:
    if not record.solo_played:
        return []
    return [
        texts.with_house(record.solo_played, record.solo_points),
        texts.record(record.solo_won, record.solo_drawn, record.solo_lost),
        *([] if record.solo_best is None else [texts.best_total(record.solo_best)]),
    ]


def _luck(texts: Texts, record: Record) -> list[str]:
    """Over all matches played to the end, and over the latest where there are more; and the best combination."""
    if not record.finished:
        return []
    every, latest = record.finished, len(record.lucks)
    lines = [texts.luck_title(), texts.luck_of_all(every, record.luck / every, record.cost / every)]
    if every > latest > 0:
        lines.append(texts.luck_of_latest(latest, sum(record.lucks) / latest, sum(record.costs) / latest))
    best = strength(record.brought, record.finished)
    return [*lines, texts.best_combination(*best)] if best else lines


def _dice(texts: Texts, counts: tuple[int, ...]) -> list[str]:
    chance = dice_counts.chance(counts)
    if chance is None:
        return [texts.few_dice(sum(counts))]
    return [texts.my_dice(counts, dice_counts.expected(sum(counts))), texts.evenness(chance)]
