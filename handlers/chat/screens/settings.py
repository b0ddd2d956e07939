"""A player's settings, and the question before a pick where one of them asks for it."""

from __future__ import annotations

from core.combinations import ORDER, Combination
from core.view import View
from core.wishes import can_cost_70
from handlers.chat import settings as of_player
from handlers.chat import settings_keyboards as keyboards
from handlers.chat.screens.message import message
from handlers.chat.screens.rounds import head
from handlers.chat.texts import Texts
from infra.items import Profile
from infra.screen import Screen


def settings(texts: Texts, profile: Profile | None) -> Screen:
    """Every choice, those that are set marked in the text and on the buttons."""
    chosen = of_player.chosen(profile)
    return message(texts.settings(chosen), keyboard=keyboards.settings(texts, chosen))


def ask_pick(view: View, combination: Combination, nth: int) -> Screen:
    """The live message with the question before a pick. Raises ValueError if no round is under way."""
    texts, hand = Texts(view.language), view.hand
    if hand is None:
        raise ValueError("no round is under way")
    held = hand.count(ORDER.index(combination) + 1) if can_cost_70(combination, hand) else None
    question = texts.ask_pick(combination, view.their_name, held)
    return message(*head(view, texts), "", question, keyboard=keyboards.ask_pick(view, texts, combination, nth))
