"""Taps on a challenge that was posted where others see it. All that is said is an alert to who tapped; who may play is
led into the private chat.
"""

from __future__ import annotations

import re
from typing import Any, Final

from core.match import Match, Place
from handlers.chat import duels, limits, payloads
from handlers.chat.asking import Asker
from handlers.chat.limits import LimitedError
from handlers.chat.tap import Accept, Sit
from handlers.chat.updates import CallbackQuery
from handlers.chat.world import FlowRefusedError, NoSuchTableError
from infra.logs import note
from infra.screen import Screen

_INLINE_MESSAGE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def answer(asker: Asker, query: CallbackQuery, tap: Accept | Sit) -> Screen:
    """Begin the match, once, and open the private chat for who plays in it. Raises BusyError."""
    place = _place(query)
    if place is None:
        return _alert(query, asker.texts.challenge_closed())
    try:
        limits.count_command(asker.world, asker.user)
        match = _begin(asker, tap, place, is_offered=query.message is None or query.message.may_offer(query.data or ""))
    except duels.OwnChallengeError:
        note(refused="own_challenge")
        return _alert(query, asker.texts.own_challenge())
    except (duels.ClosedError, NoSuchTableError):
        note(refused="challenge_closed")
        return _alert(query, asker.texts.challenge_closed())
    except LimitedError as limited:
        note(refused=str(limited))
        return _alert(query, asker.limited(limited))
    except FlowRefusedError as refused:
        note(refused=refused.refusal.value, code=refused.match.code, version=refused.match.version)
        return _alert(query, asker.refusal(refused))
    return _answer(query, url=payloads.link(asker.world.bot_username, match.code))


def _begin(asker: Asker, tap: Accept | Sit, place: Place, *, is_offered: bool) -> Match:
    if isinstance(tap, Accept):
        return duels.accept(asker.world, asker.user, tap, place, is_offered=is_offered)
    return duels.sit(asker.world, asker.user, tap, place, is_offered=is_offered)


def _place(query: CallbackQuery) -> Place | None:
    """Where the button is; None where no challenge is ever posted."""
    if query.inline_message_id is not None:
        is_one = _INLINE_MESSAGE_ID.fullmatch(query.inline_message_id)
        return Place(inline_message_id=query.inline_message_id) if is_one else None
    if query.message is None or query.message.chat.is_private:
        return None
    return Place(chat_id=query.message.chat.id, message_id=query.message.message_id)


def _alert(query: CallbackQuery, text: str) -> Screen:
    return _answer(query, text=text, show_alert=True)


def _answer(query: CallbackQuery, **parameters: Any) -> Screen:
    return Screen("answerCallbackQuery", {"callback_query_id": query.id, **parameters})
