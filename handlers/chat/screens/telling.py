"""What has happened in a match, told to one seat: a message per event."""

from __future__ import annotations

from core.events import Event, FirstHandDealt, GuestJoined, MatchEnded, RematchOffered, RoundRevealed, TableOpened
from core.match import HOST, Status
from core.view import View
from handlers.chat import keyboards
from handlers.chat.keyboards import Keyboard
from handlers.chat.screens import ending, rounds
from handlers.chat.screens.message import message
from handlers.chat.texts import Texts
from infra.screen import Screen


def tell(event: Event, view: View, bot_username: str, *, has_inline_mode: bool = False) -> Screen:
    """The message for an event. The view may be of a later moment than the event, and is never told ahead of it."""
    if isinstance(event, TableOpened | RematchOffered):
        return _opened(view, bot_username, has_inline_mode)
    if isinstance(event, GuestJoined):
        return _joined(view)
    if isinstance(event, FirstHandDealt):
        return rounds.table(view) if _is_under_way(view, 1) else rounds.past(view, 1)
    if isinstance(event, RoundRevealed):
        next_is_live = _is_under_way(view, event.round + 1)
        return rounds.table(view) if next_is_live else rounds.reveal(view, event.round)
    if isinstance(event, MatchEnded):
        return ending.ended(view, bot_username)
    raise TypeError(f"no message tells {type(event).__name__}")


def _is_under_way(view: View, match_round: int) -> bool:
    return view.status is Status.ACTIVE and view.round == match_round


def _opened(view: View, bot_username: str, has_inline_mode: bool) -> Screen:
    """An invitation, or a rematch that waits for its answer; a record of it without buttons once that is past."""
    texts = Texts(view.language)
    if view.follows is None:
        say, markup = _invitation(view, texts, bot_username, has_inline_mode)
    else:
        say, markup = _rematch(view, texts, view.follows)
    return message(*say, keyboard=markup if view.status is Status.OPEN else None)


def _invitation(view: View, texts: Texts, bot_username: str, has_inline_mode: bool) -> tuple[tuple[str, ...], Keyboard]:
    if view.status is Status.OPEN and view.deadline is not None:
        news = texts.invitation(view.code, view.pace, view.deadline)
    else:
        news = texts.was_invited(view.code)
    return (news, texts.seal(view.seal)), keyboards.invitation(view, texts, bot_username, has_inline_mode)


def _rematch(view: View, texts: Texts, follows: str) -> tuple[tuple[str, ...], Keyboard]:
    if view.seat == HOST:
        news, markup = texts.rematch_asked(view.their_name), keyboards.rematch_asked(view, texts)
    else:
        news, markup = texts.rematch_wanted(view.their_name), keyboards.rematch_wanted(view, texts, follows)
    if view.status is not Status.OPEN or view.deadline is None:
        return (news,), markup
    return (news, texts.offer_lasts(view.pace, view.deadline)), markup


def _joined(view: View) -> Screen:
    texts = Texts(view.language)
    if view.first is not None:
        news = texts.challenge_on(view.first.name, view.their_name)
    elif view.house is not None:
        news = texts.house_sits(view.their_name)
    elif view.follows is not None:
        news = texts.rematch_on(view.their_name)
    elif view.is_duel:
        news = (texts.accepted if view.seat == HOST else texts.you_accepted)(view.their_name)
    else:
        news = (texts.joined if view.seat == HOST else texts.you_joined)(view.their_name)
    return message(
        news,
        texts.challenge_terms(view.first.name, view.pace) if view.first else texts.terms(view.pace),
        *((texts.house_sees(),) if view.house else ()),
        texts.seal(view.seal),
        keyboard=keyboards.keyboard([keyboards.rules(texts)]),
    )
