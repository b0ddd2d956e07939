"""Keyboards for who waits: to say something of the round, to change the pick, and ways on from an opponent who keeps
one waiting.
"""

from __future__ import annotations

from core.reactions import Reaction
from core.view import View
from handlers.chat import callback_data
from handlers.chat.keyboards import Button, Keyboard, Row, button, grave, keyboard, my_matches
from handlers.chat.texts import Texts


def waiting(view: View, texts: Texts) -> Keyboard:
    return keyboard(
        *([] if view.they_are_unreachable else _reactions(view, texts)),
        [
            button(texts.button_change(), callback_data.change(view.code, view.round)),
            button(texts.button_score(), callback_data.score(view.code)),
        ],
        [my_matches(texts)],
        call_off(view, texts),
    )


def _reactions(view: View, texts: Texts) -> list[Row]:
    """Two in a row, so that a word with its mark is never cut."""
    buttons = [_reaction(view, texts, reaction) for reaction in Reaction]
    return [buttons[:2], buttons[2:]]


def _reaction(view: View, texts: Texts, reaction: Reaction) -> Button:
    """● marks the one that was given; tapped again, it is taken back."""
    is_given = view.my_reaction is reaction
    label = texts.reaction(reaction)
    said = callback_data.react(view.code, view.round, None if is_given else reaction)
    return button(f"● {label}" if is_given else label, said)


def call_off(view: View, texts: Texts) -> Row:
    """The way out of a match whose other player cannot be reached."""
    is_lost = view.they_are_unreachable and view.hand is not None
    return [grave(texts.button_call_off(), callback_data.cancel(view.code))] if is_lost else []


def opponent_lost(view: View, texts: Texts) -> Keyboard:
    return keyboard([button(texts.button_table(), callback_data.table(view.code))], call_off(view, texts))


def reminded(view: View, texts: Texts, deadline: int) -> Keyboard:
    more = button(texts.button_more(view.round_lasts), callback_data.more(view.code, deadline))
    return keyboard([more], [my_matches(texts)], call_off(view, texts))
