"""The keyboards of what a player has played: statistics, friends, past matches and ratings."""

from __future__ import annotations

from collections.abc import Sequence

from handlers.chat import callback_data
from handlers.chat.keyboards import Keyboard, button, keyboard, play, play_either, tables, turns
from handlers.chat.texts import Texts
from infra.histories import Past
from infra.records import Opponent


def statistics(texts: Texts, friends: Sequence[Opponent], page: int, pages: int) -> Keyboard:
    """A button for each friend on this page; `code` stands for the friend, lest a button tell anybody's number."""
    named = [(texts.name_alone(friend.name), callback_data.friend(friend.code)) for friend in friends]
    return keyboard(
        *tables(named),
        turns(page, pages, callback_data.statistics) if named else [],
        [history(texts), top(texts)],
        *play_either(texts)["inline_keyboard"],
    )


def friend(texts: Texts) -> Keyboard:
    return keyboard([button(texts.button_statistics(), callback_data.statistics(1)), history(texts)])


def past(texts: Texts, matches: Sequence[tuple[int, Past]], page: int, pages: int) -> Keyboard:
    """A button for each match on this page, with its place in the list."""
    opened = [
        (texts.past_label(place, match.opponent_name), callback_data.table(match.code)) for place, match in matches
    ]
    return keyboard(*tables(opened), turns(page, pages, callback_data.history), [play(texts)])


def top_of(texts: Texts, page: int, pages: int) -> Keyboard:
    return keyboard(turns(page, pages, callback_data.top), [play(texts)])


def history(texts: Texts) -> dict[str, str]:
    return button(texts.button_history(), callback_data.history(0))


def top(texts: Texts) -> dict[str, str]:
    return button(texts.button_top(), callback_data.top(0))
