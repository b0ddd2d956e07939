"""What is kept about a player, the question before that is forgotten, and the last sentence."""

from __future__ import annotations

from collections.abc import Sequence

from core.match import Status
from core.view import View
from handlers.chat import settings_keyboards as keyboards
from handlers.chat.screens.message import message
from handlers.chat.texts import Texts
from infra.screen import Screen


def privacy(texts: Texts, log_days: int) -> Screen:
    return message(texts.privacy(log_days), keyboard=keyboards.privacy(texts))


def forget_question(texts: Texts, views: Sequence[View]) -> Screen:
    """What would end is counted from the player's matches that have not ended."""
    running = sum(view.status is Status.ACTIVE for view in views)
    return message(texts.forget_question(running, len(views) - running), keyboard=keyboards.forget(texts))


def forgotten(texts: Texts) -> Screen:
    return message(texts.forgotten())
