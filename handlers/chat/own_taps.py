"""Taps for oneself: a reaction to a round, the settings, pages to read, what was played, and being forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.reactions import react
from handlers.chat import forgetting, settings
from handlers.chat.asking import Asker
from handlers.chat.tap import (
    AskBefore,
    Forget,
    ForgetNow,
    Friend,
    History,
    Matches,
    Privacy,
    React,
    Rules,
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
    return asker.texts_at(match).toast_reacted(tap.reaction, match.opponent_of(asker.user.id).name)


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


def _page(name: str) -> Callable[[Asker, Any, int], None]:
    """How a page of a screen is asked for, in the place of the one that was tapped."""

    def ask(asker: Asker, tap: Rules | Matches | Statistics | History | Top, message_id: int) -> None:
        asker.ask_for_screen(name, message_id, page=tap.page, language=asker.language)

    return ask


def _friend(asker: Asker, tap: Friend, message_id: int) -> None:
    """Raises NoSuchTableError for whom the player has not met."""
    if tap.code not in (one.code for one in asker.world.table.opponents(asker.user.id)):
        raise NoSuchTableError
    asker.ask_for_screen("friend", message_id, friend=tap.code, language=asker.language)


def _privacy(asker: Asker, _: Privacy, message_id: int) -> None:
    asker.ask_for_screen("privacy", message_id, language=asker.language)


def _forget(asker: Asker, _: Forget, message_id: int) -> None:
    asker.ask_for_screen("forget", message_id, language=asker.language)


def _forget_now(asker: Asker, _: ForgetNow, message_id: int) -> str:
    """The last screen is asked for when all else is gone; deliver takes it out of the table with the rest."""
    language = asker.language
    which = asker.world, asker.user.id, asker.update_id
    if not forgetting.is_done(*which):
        forgetting.forget(asker.world, asker.user.id)
        asker.ask_for_screen("forgotten", message_id, language=language)
        forgetting.note_done(*which)
    return Texts(language).toast_forgotten()


SERVED: Final[dict[type, Callable[[Asker, Any, int], str | None]]] = {
    React: _react,
    Set: _set,
    Settings: _settings,
    AskBefore: _ask_before,
    Rules: _page("rules"),
    Matches: _page("matches"),
    Statistics: _page("statistics"),
    History: _page("history"),
    Top: _page("top"),
    Friend: _friend,
    Privacy: _privacy,
    Forget: _forget,
    ForgetNow: _forget_now,
}
