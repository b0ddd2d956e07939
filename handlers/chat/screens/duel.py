"""What everybody in a chat sees of a duel: the challenge, and the match as far as it has been revealed."""

from __future__ import annotations

from typing import Final

from core.duel import Watched
from core.match import GUEST, HOST, Status
from core.view import Outcome
from handlers.chat import keyboards, payloads
from handlers.chat.keyboards import Keyboard
from handlers.chat.screens.message import as_edit, message
from handlers.chat.texts import Texts
from infra.screen import Screen

_WINNER: Final = {Outcome.WON: HOST, Outcome.LOST: GUEST}


def challenge(texts: Texts, host: str | None, pace: int, closes_at: int, data: str) -> Screen:
    """A challenge to whoever accepts it first; `data` is what its button says."""
    markup = keyboards.keyboard([keyboards.button(texts.button_accept(), data)])
    return message(texts.challenge(host), texts.offer_lasts(pace, closes_at), keyboard=markup)


def duel(watched: Watched, bot_username: str) -> Screen:
    """The challenge's message, once it is accepted: it grows with each reveal, then tells the result."""
    texts = Texts(watched.language)
    lines = _result(watched, texts) if watched.is_over else _score(watched, texts)
    return as_edit(message(*lines, *_last_round(watched, texts), keyboard=_keyboard(watched, texts, bot_username)))


def _score(watched: Watched, texts: Texts) -> tuple[str, ...]:
    if not watched.reveals:
        return (texts.duel_begins(*watched.names), texts.dice_are_private(*watched.names))
    return (texts.duel_stands(*watched.names, *watched.totals, len(watched.reveals)),)


def _result(watched: Watched, texts: Texts) -> tuple[str, ...]:
    names, totals, count = watched.names, watched.totals, len(watched.reveals)
    if watched.outcome is Outcome.DRAWN:
        return (texts.duel_drawn(*names, *totals),)
    if watched.status is Status.FINISHED:
        winner = _WINNER[watched.outcome]
        return (texts.duel_won(names[winner], names[1 - winner], totals[winner], totals[1 - winner]),)
    reached = (texts.duel_reached(*names, *totals, count),) if count else ()
    return (_early_end(watched, texts), *reached)


def _early_end(watched: Watched, texts: Texts) -> str:
    if watched.status is Status.CANCELLED:
        return texts.duel_called_off(*watched.names)
    if watched.ended_by is None:
        return texts.duel_abandoned(*watched.names)
    say = texts.duel_resigned if watched.status is Status.RESIGNED else texts.duel_timed_out
    return say(watched.names[watched.ended_by], watched.names[1 - watched.ended_by])


def _last_round(watched: Watched, texts: Texts) -> tuple[str, ...]:
    """The last round's throws, and each player's rounds so far as squares."""
    if not watched.reveals:
        return ()
    last, (host, guest) = watched.reveals[-1], watched.names
    throws = [
        texts.their_throw(name, throw.dice, throw.combination, throw.is_made, throw.points)
        for name, throw in ((host, last.mine), (guest, last.theirs))
    ]
    mine = texts.name(host), [shown.mine.points for shown in watched.reveals]
    theirs = texts.name(guest), [shown.theirs.points for shown in watched.reveals]
    return (*throws, "", texts.rows(mine, theirs))


def _keyboard(watched: Watched, texts: Texts, bot_username: str) -> Keyboard:
    """The way into the private chat: to the two players' table, and once it is over to a game of one's own."""
    if watched.is_over:
        return keyboards.open_bot(texts, bot_username, None)
    label, link = texts.button_to_dice(), payloads.link(bot_username, watched.code)
    return keyboards.keyboard([{"text": label, "url": link}])
