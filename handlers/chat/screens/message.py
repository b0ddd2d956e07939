"""A text with its keyboard as a Bot API method, sent anew or put in the place of an older one."""

from __future__ import annotations

from typing import Any

from handlers.chat.keyboards import Keyboard
from infra.screen import Screen

_ONLY_WHEN_SENT = ("disable_notification", "message_effect_id")


def message(*lines: str, keyboard: Keyboard | None = None) -> Screen:
    """A new message of these lines; empty ones stay as blank lines. No link in it, or in a name, brings a preview."""
    parameters: dict[str, Any] = {
        "text": "\n".join(lines),
        "parse_mode": "HTML",
        "link_preview_options": {"is_disabled": True},
    }
    if keyboard and keyboard["inline_keyboard"]:
        parameters["reply_markup"] = keyboard
    return Screen("sendMessage", parameters)


def with_effect(screen: Screen, effect_id: str) -> Screen:
    """The same message with one of Telegram's animations, which plays when it is first seen."""
    return Screen(screen.method, {**screen.parameters, "message_effect_id": effect_id})


def as_edit(screen: Screen) -> Screen:
    """The same screen in the place of an older message, whose keyboard goes if this one has none."""
    kept = {name: value for name, value in screen.parameters.items() if name not in _ONLY_WHEN_SENT}
    return Screen("editMessageText", kept)


def turned(screen: Screen, page: int) -> Screen:
    """A page of a screen: page 0 is a new message, others are put in the place of the one that was tapped."""
    return as_edit(screen) if page else screen


def silent(screen: Screen) -> Screen:
    """The same message without a ring."""
    return Screen(screen.method, {**screen.parameters, "disable_notification": True})
