"""Taps that move nothing at a table: a reaction to a round, the settings, what was played, and what is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.reactions import react
from handlers.chat import settings
from handlers.chat.asking import Asker
from handlers.chat.forgetting import forget
from handlers.chat.tap import (
    AskBefore,
    Forget,
    ForgetNow,
    Friend,
    History,
    Privacy,
    React,
    Set,
    Settings,
    Statistics,
    Top,
)
from handlers.chat.texts import Texts
from handlers.chat.world import NoSuchTableError, change, seen_by


def _react(asker: Asker, tap: React, _: int) -> str:
    """The match itself shows the reaction, to its own player alone until the reveal."""
    match = change(
        asker.world, asker.user, tap.code, lambda match: react(match, asker.user.id, tap.round, tap.reaction)
    )
    theirs = match.seats[match.seat_of(asker.user.id) == 0]
    return asker.texts_at(match).toast_reacted(tap.reaction, theirs.name)


def _set(asker: Asker, tap: Set, message_id: int) -> str:
    profile = settings.set_to(asker.world, asker.user, tap.name, tap.value)
    asker.ask_for_screen("settings", message_id, language=asker.telegram_language, has_set=tap.name)
    return Texts(profile.chosen_language or asker.telegram_language).toast_set(tap.name, tap.value)


def _settings(asker: Asker, _: Settings, message_id: int) -> None:
    asker.ask_for_screen("settings", message_id, language=asker.telegram_language)


def _ask_before(asker: Asker, tap: AskBefore, _: int) -> str:
    """The match itself shows that the offer is taken or left."""
    match = seen_by(asker.world, asker.user, tap.code)
    settings.set_to(asker.world, asker.user, "confirm", tap.confirm)
    return asker.texts_at(match).toast_set("confirm", tap.confirm)


def _statistics(asker: Asker, tap: Statistics, message_id: int) -> None:
    asker.ask_for_screen("statistics", message_id, page=tap.page, language=asker.language)


def _friend(asker: Asker, tap: Friend, message_id: int) -> None:
    """Raises NoSuchTableError for whom the player has not met."""
    if tap.code not in (one.code for one in asker.world.table.opponents(asker.user.id)):
        raise NoSuchTableError
    asker.ask_for_screen("friend", message_id, friend=tap.code, language=asker.language)


def _history(asker: Asker, tap: History, message_id: int) -> None:
    asker.ask_for_screen("history", message_id, page=tap.page, language=asker.language)


def _top(asker: Asker, tap: Top, message_id: int) -> None:
    asker.ask_for_screen("top", message_id, page=tap.page, language=asker.language)


def _privacy(asker: Asker, _: Privacy, message_id: int) -> None:
    asker.ask_for_screen("privacy", message_id, language=asker.language)


def _forget(asker: Asker, _: Forget, message_id: int) -> None:
    asker.ask_for_screen("forget", message_id, language=asker.language)


def _forget_now(asker: Asker, _: ForgetNow, message_id: int) -> str:
    """The last screen is asked for when all else is gone; deliver takes it out of the table with the rest."""
    language = asker.language
    forget(asker.world, asker.user.id)
    asker.ask_for_screen("forgotten", message_id, language=language)
    return Texts(language).toast_forgotten()


SERVED: Final[dict[type, Callable[[Asker, Any, int], str | None]]] = {
    React: _react,
    Set: _set,
    Settings: _settings,
    AskBefore: _ask_before,
    Statistics: _statistics,
    Friend: _friend,
    History: _history,
    Top: _top,
    Privacy: _privacy,
    Forget: _forget,
    ForgetNow: _forget_now,
}
