"""How a match ended, as one seat reads it."""

from __future__ import annotations

from collections.abc import Callable

from core.match import HOST, ROUNDS, Status
from core.view import Outcome, Rival, View
from handlers.chat import keyboards
from handlers.chat.screens.afterwards import points, result, rows
from handlers.chat.screens.message import message, with_effect
from handlers.chat.screens.rounds import throw_lines
from handlers.chat.texts import Texts
from infra.screen import Screen

_CONFETTI = "5046509860389126442"  # 🎉, one of the few effects that need no Premium


def ended(view: View, bot_username: str) -> Screen:
    """The last message of a match. Raises KeyError for one that goes on."""
    texts = Texts(view.language)
    lines = _NEWS[view.status](view, texts)
    if not view.has_begun or view.secret is None:
        return message(*lines, keyboard=keyboards.keyboard([keyboards.play(texts)]))
    screen = message(
        *lines,
        *_standing(view, texts),
        *rows(view, texts),
        *_by_round(view, texts),
        texts.secret(view.seal, view.secret, texts.lucky_words(_words(view))),
        keyboard=keyboards.ended(view, texts, bot_username, result(view, texts)),
    )
    return with_effect(screen, _CONFETTI) if _is_won(view) else screen


def _is_won(view: View) -> bool:
    """Whether all rounds were played and this seat is ahead: in a challenge, of who played the hands first."""
    if view.status is not Status.FINISHED:
        return False
    return view.outcome is Outcome.WON if view.first is None else view.my_total > view.first.total


def _finished(view: View, texts: Texts) -> tuple[str, ...]:
    if view.first is not None:
        return _challenged(view, texts, view.first)
    say = {Outcome.WON: texts.won, Outcome.LOST: texts.lost, Outcome.DRAWN: texts.drawn}[view.outcome]
    news = say(view.their_name, view.my_total, view.their_total)
    return (news, texts.round_of(ROUNDS), *throw_lines(view, texts, view.reveals[-1]))


def _challenged(view: View, texts: Texts, first: Rival) -> tuple[str, ...]:
    ahead = view.my_total - first.total
    say = texts.did_better if ahead > 0 else texts.did_worse if ahead else texts.did_the_same
    news = (say(first.name, view.my_total, first.total), texts.same_hands(), texts.round_of(ROUNDS))
    return (*news, *throw_lines(view, texts, view.reveals[-1]))


def _resigned(view: View, texts: Texts) -> tuple[str, ...]:
    if view.first is not None:
        return (texts.gave_up(view.first.name), _reached(view, texts))
    say = texts.you_resigned if view.ended_by_me else texts.they_resigned
    return (say(view.their_name), _reached(view, texts))


def _forfeited(view: View, texts: Texts) -> tuple[str, ...]:
    if view.first is not None:
        return (texts.ran_out(view.first.name), _reached(view, texts))
    say = texts.your_time_ran_out if view.ended_by_me else texts.their_time_ran_out
    return (say(view.their_name), _reached(view, texts))


def _abandoned(view: View, texts: Texts) -> tuple[str, ...]:
    return (texts.abandoned(view.their_name), _reached(view, texts))


def _cancelled(view: View, texts: Texts) -> tuple[str, ...]:
    if view.their_name is None:
        return (texts.you_cancelled(view.code),)
    if view.has_begun:
        say = texts.you_called_off if view.ended_by_me else texts.they_called_off
        return (say(view.their_name), _reached(view, texts))
    is_host = view.seat == HOST
    if view.ended_by_me:
        say = texts.you_cancelled_rematch if is_host else texts.you_declined
    else:
        say = texts.they_declined if is_host else texts.they_cancelled_rematch
    return (say(view.their_name),)


def _expired(view: View, texts: Texts) -> tuple[str, ...]:
    if view.their_name is None:
        return (texts.expired(view.code),)
    say = texts.rematch_unanswered if view.seat == HOST else texts.rematch_missed
    return (say(view.their_name),)


def _standing(view: View, texts: Texts) -> list[str]:
    """How the two stand with each other, where they have a history, and what the match did to the player's rating."""
    made = view.standing
    if made is None:
        return []
    rating = texts.rating_after(made.rating, made.change)
    if view.they_have_left or not made.is_history:
        return [rating]
    return [texts.between(view.their_name, made.won, made.lost, made.drawn), rating]


def _reached(view: View, texts: Texts) -> str:
    return texts.ended_in(view.round, view.my_total, view.rival.total)


def _by_round(view: View, texts: Texts) -> tuple[str, ...]:
    """A challenge compares round by round."""
    return (texts.by_round(view.first.name, *points(view)),) if view.first and view.reveals else ()


def _words(view: View) -> list[tuple[str, str]]:
    """Each player's name and lucky word, this seat's first. Those of hands that are played again are others' words."""
    if view.lucky_words is None or view.first is not None:
        return []
    host, guest = view.lucky_words
    mine, theirs = (host, guest) if view.seat == HOST else (guest, host)
    return [(view.my_name, mine), (view.their_name or "", theirs)]


_NEWS: dict[Status, Callable[[View, Texts], tuple[str, ...]]] = {
    Status.FINISHED: _finished,
    Status.RESIGNED: _resigned,
    Status.FORFEITED: _forfeited,
    Status.ABANDONED: _abandoned,
    Status.CANCELLED: _cancelled,
    Status.EXPIRED: _expired,
}
