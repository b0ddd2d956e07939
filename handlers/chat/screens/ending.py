"""How a match ended, as one seat reads it."""

from __future__ import annotations

from collections.abc import Callable

from core.match import ROUNDS, Status
from core.view import Outcome, View
from handlers.chat import keyboards
from handlers.chat.screens.message import message
from handlers.chat.screens.rounds import throw_lines
from handlers.chat.texts import Texts
from infra.screen import Screen

_WAS_PLAYED = (Status.FINISHED, Status.RESIGNED, Status.FORFEITED, Status.ABANDONED)


def ended(view: View) -> Screen:
    """The last message of a match. Raises KeyError for one that goes on."""
    texts = Texts(view.language)
    lines = _NEWS[view.status](view, texts)
    if view.status not in _WAS_PLAYED or view.secret is None:
        return message(*lines, keyboard=keyboards.keyboard([keyboards.play(texts)]))
    return message(
        *lines, *_rows(view, texts), texts.secret(view.seal, view.secret), keyboard=keyboards.rematch(view, texts)
    )


def _finished(view: View, texts: Texts) -> tuple[str, ...]:
    say = {Outcome.WON: texts.won, Outcome.LOST: texts.lost, Outcome.DRAWN: texts.drawn}[view.outcome]
    news = say(view.their_name, view.my_total, view.their_total)
    return (news, texts.round_of(ROUNDS), *throw_lines(view, texts, view.reveals[-1]))


def _resigned(view: View, texts: Texts) -> tuple[str, ...]:
    say = texts.you_resigned if view.ended_by_me else texts.they_resigned
    return (say(view.their_name), _reached(view, texts))


def _forfeited(view: View, texts: Texts) -> tuple[str, ...]:
    say = texts.your_time_ran_out if view.ended_by_me else texts.their_time_ran_out
    return (say(view.their_name), _reached(view, texts))


def _abandoned(view: View, texts: Texts) -> tuple[str, ...]:
    return (texts.abandoned(view.their_name), _reached(view, texts))


def _cancelled(view: View, texts: Texts) -> tuple[str, ...]:
    if view.their_name is None:
        return (texts.you_cancelled(view.code),)
    is_host = view.seat == 0
    if view.ended_by_me:
        say = texts.you_cancelled_rematch if is_host else texts.you_declined
    else:
        say = texts.they_declined if is_host else texts.they_cancelled_rematch
    return (say(view.their_name),)


def _expired(view: View, texts: Texts) -> tuple[str, ...]:
    if view.their_name is None:
        return (texts.expired(view.code),)
    say = texts.rematch_unanswered if view.seat == 0 else texts.rematch_missed
    return (say(view.their_name),)


def _reached(view: View, texts: Texts) -> str:
    return texts.ended_in(view.round, view.my_total, view.their_total)


def _rows(view: View, texts: Texts) -> tuple[str, ...]:
    if not view.reveals:
        return ()
    mine = [shown.mine.points for shown in view.reveals]
    theirs = [shown.theirs.points for shown in view.reveals]
    return (texts.rows(view.their_name, mine, theirs),)


_NEWS: dict[Status, Callable[[View, Texts], tuple[str, ...]]] = {
    Status.FINISHED: _finished,
    Status.RESIGNED: _resigned,
    Status.FORFEITED: _forfeited,
    Status.ABANDONED: _abandoned,
    Status.CANCELLED: _cancelled,
    Status.EXPIRED: _expired,
}
