"""The keyboards of a player's own affairs: settings, and the question before a pick."""

from __future__ import annotations

from collections.abc import Mapping

from core.combinations import Combination
from core.preferences import Confirm
from core.view import View
from handlers.chat import callback_data
from handlers.chat.keyboards import Button, Keyboard, Row, button, grave, keyboard
from handlers.chat.texts import Texts
from handlers.chat.texts.settings import SETTINGS


def settings(texts: Texts, chosen: Mapping[str, str]) -> Keyboard:
    """Every value of every setting, ● for those that are set."""
    language, *languages = _choices(texts, "language", chosen)
    return keyboard(
        [language],
        *_pairs(languages),
        *_pairs(_choices(texts, "confirm", chosen)),
        _choices(texts, "coach", chosen),
        *_pairs(_choices(texts, "reminders", chosen)),
        [button(texts.button_privacy(), callback_data.PRIVACY)],
    )


def privacy(texts: Texts) -> Keyboard:
    return keyboard(
        [
            button(texts.button_settings(), callback_data.SETTINGS),
            button(texts.button_forget(), callback_data.FORGET),
        ]
    )


def forget(texts: Texts) -> Keyboard:
    return keyboard(
        [
            grave(texts.button_forget_now(), callback_data.FORGET_NOW),
            button(texts.button_stay(), callback_data.PRIVACY),
        ]
    )


def ask_pick(view: View, texts: Texts, combination: Combination, nth: int) -> Keyboard:
    pick = callback_data.pick_now(view.code, view.round, combination, nth)
    back = callback_data.back(view.code, view.round)
    return keyboard([button(texts.button_pick_it(), pick), button(texts.button_back(), back)])


def offer_to_ask(view: View, texts: Texts) -> Row:
    """Under the reveal of a −70 that another pick would not have risked."""
    return [
        button(texts.button_ask_me(), callback_data.ask_before(view.code, Confirm.RISKY)),
        button(texts.button_never_ask(), callback_data.ask_before(view.code, Confirm.NEVER)),
    ]


def _choices(texts: Texts, name: str, chosen: Mapping[str, str]) -> Row:
    return [_choice(texts, name, value, is_set=chosen[name] == value) for value in SETTINGS[name]]


def _choice(texts: Texts, name: str, value: str, *, is_set: bool) -> Button:
    label = texts.setting(name, value)
    return button(f"● {label}" if is_set else label, callback_data.set_to(name, value))


def _pairs(buttons: Row) -> list[Row]:
    return [buttons[start : start + 2] for start in range(0, len(buttons), 2)]
