"""Taps on inline buttons. Each gets exactly one `answerCallbackQuery`; its data may be forged: the match decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.match import Match, Refusal
from handlers.chat import accepting, flows, limits, own_taps, reach, rematches, solo
from handlers.chat.asking import Asker
from handlers.chat.limits import LimitedError
from handlers.chat.read_tap import parse
from handlers.chat.tap import (
    Accept,
    Back,
    Cancel,
    Card,
    Change,
    Coach,
    More,
    New,
    Pace,
    Pick,
    PickNow,
    Proof,
    Rematch,
    Resign,
    ResignNow,
    Review,
    Score,
    Sit,
    Solo,
    Table,
    Tap,
)
from handlers.chat.updates import CallbackQuery
from handlers.chat.world import FlowRefusedError, NoSuchTableError, World, seen_by
from infra.logs import note
from infra.screen import Screen


def answer(world: World, update_id: int, query: CallbackQuery) -> Screen:
    """Do what a tap asks for, and answer it. Raises BusyError."""
    asker = Asker(world, update_id, query.from_user)
    message = query.message
    tap = parse(query.data or "")
    if isinstance(tap, Accept | Sit):
        note(ask=type(tap).__name__.lower())
        return accepting.answer(asker, query, tap)
    if tap is None or message is None or message.chat.id != query.from_user.id:
        note(ask="nothing")
        return _toast(query, asker.texts.toast_outdated())
    note(ask=type(tap).__name__.lower(), code=getattr(tap, "code", None))
    try:
        text = _text(asker, tap, message.message_id)
    except LimitedError as limited:
        note(refused=str(limited))
        text = asker.limited(limited)
    except NoSuchTableError:
        text = asker.texts.toast_outdated()
    return _toast(query, text)


def _text(asker: Asker, tap: Tap, message_id: int) -> str | None:
    """Do what a tap asks for; gives what the toast is to say. Raises LimitedError, NoSuchTableError, BusyError."""
    is_counted = not isinstance(tap, _UNCOUNTED)
    if is_counted:
        limits.count_command(asker.world, asker.user)
    try:
        return _SERVED[type(tap)](asker, tap, message_id)
    except FlowRefusedError as refused:
        note(refused=refused.refusal.value, version=refused.match.version)
        if not is_counted:
            limits.count_move(asker.world, asker.user)
        reach.come_back(asker.world, asker.user.id)  # what is refused is often for what the player has not been told
        return asker.refusal(refused, getattr(tap, "round", None), getattr(tap, "combination", None))


def _toast(query: CallbackQuery, text: str | None) -> Screen:
    parameters: dict[str, Any] = {"callback_query_id": query.id}
    return Screen("answerCallbackQuery", {**parameters, "text": text} if text else parameters)


def _pick(asker: Asker, tap: Pick, message_id: int) -> str:
    """Pick, and say what counts. A pick that stood already has its message shown again as waiting; one that its player
    wants to be asked about first has the question shown there.
    """
    if tap.nth >= _OFTEN:
        limits.count_move(asker.world, asker.user)
    try:
        match = _picked(asker, tap, message_id)
    except FlowRefusedError as refused:
        if refused.refusal is not Refusal.UNCONFIRMED:
            raise
        limits.count_move(asker.world, asker.user)
        asker.ask_for_screen(
            "ask", message_id, code=tap.code, round=tap.round, combination=tap.combination, nth=tap.nth
        )
        return asker.refusal(refused)
    texts = asker.texts_at(match)
    if match.round != tap.round or match.is_over:
        return texts.toast_picked(tap.combination)
    if match.seats[match.seat_of(asker.user.id) or 0].nth == tap.nth:
        limits.count_move(asker.world, asker.user)
        asker.ask_for_screen("keep", message_id, code=tap.code, round=tap.round)
    return texts.toast_picked(tap.combination, match.opponent_of(asker.user.id).name)


def _picked(asker: Asker, tap: Pick, message_id: int) -> Match:
    is_confirmed = isinstance(tap, PickNow)
    return flows.pick(
        asker.world, asker.user, tap.code, tap.round, tap.combination, tap.nth, message_id, is_confirmed=is_confirmed
    )


def _back(asker: Asker, tap: Back, message_id: int) -> None:
    seen_by(asker.world, asker.user, tap.code)
    asker.ask_for_screen("keep", message_id, code=tap.code, round=tap.round)


def _change(asker: Asker, tap: Change, message_id: int) -> str:
    match = flows.verify_change(asker.world, asker.user, tap.code, tap.round)
    asker.ask_for_screen("change", message_id, code=tap.code, round=tap.round)
    return asker.texts_at(match).toast_change()


def _new(asker: Asker, tap: New, _: int) -> None:
    flows.open_table(asker.world, asker.update_id, asker.user, tap.pace)


def _pace(asker: Asker, tap: Pace, _: int) -> str:
    match = flows.set_pace(asker.world, asker.user, tap.code, tap.pace)
    return asker.texts_at(match).toast_pace(tap.pace)


def _more(asker: Asker, tap: More, message_id: int) -> str:
    match = flows.give_time(asker.world, asker.user, tap.code, tap.deadline)
    asker.ask_for_screen("given", message_id, code=tap.code, seconds=match.round_lasts)
    return asker.texts_at(match).toast_given(match.opponent_of(asker.user.id).name, match.round_lasts)


def _rematch(asker: Asker, tap: Rematch, _: int) -> None:
    """Ask for a rematch, or agree; where one is under way already, bring it back."""
    match, is_news = rematches.ask_rematch(asker.world, asker.update_id, asker.user, tap.code)
    if not is_news:
        asker.ask_for_screen("table", code=match.code)


def _cancel(asker: Asker, tap: Cancel, _: int) -> None:
    flows.cancel(asker.world, asker.user, tap.code)


def _resign_now(asker: Asker, tap: ResignNow, _: int) -> None:
    flows.resign(asker.world, asker.user, tap.code)


def _resign(asker: Asker, tap: Resign, message_id: int) -> None:
    flows.could_resign(asker.world, asker.user, tap.code)
    asker.ask_for_screen("resign", message_id, code=tap.code)


def _table(asker: Asker, tap: Table, _: int) -> None:
    seen_by(asker.world, asker.user, tap.code)
    asker.ask_for_screen("table", code=tap.code)


def _score(asker: Asker, tap: Score, message_id: int) -> None:
    flows.seen_playing(asker.world, asker.user, tap.code)
    asker.ask_for_screen("score", message_id, code=tap.code)


def _solo(asker: Asker, tap: Solo, _: int) -> None:
    if tap.level is None:
        asker.ask_for_screen("levels", language=asker.language)
    else:
        solo.play_house(asker.world, asker.update_id, asker.user, tap.level)


def _coach(asker: Asker, tap: Coach, message_id: int) -> None:
    match = solo.coached(asker.world, asker.user, tap.code)
    asker.ask_for_screen("coach", message_id, code=tap.code, round=match.round)


def _review(asker: Asker, tap: Review, _: int) -> None:
    flows.seen_ended(asker.world, asker.user, tap.code)
    asker.ask_for_screen("review", code=tap.code)


def _proof(asker: Asker, tap: Proof, _: int) -> None:
    flows.seen_ended(asker.world, asker.user, tap.code)
    asker.ask_for_screen("proof", code=tap.code)


def _card(asker: Asker, tap: Card, _: int) -> str | None:
    match = flows.seen_ended(asker.world, asker.user, tap.code)
    if not match.revealed:
        return asker.texts_at(match).nothing_to_review()
    asker.ask_for_screen("card", code=tap.code)
    return None


_UNCOUNTED: Final = (Pick, ResignNow)
"""Moves: a match takes so many of them and no more. What is counted of them is counted apart."""

_OFTEN: Final = 3
"""So many picks of one round are no change of mind."""

_SERVED: Final[dict[type, Callable[[Asker, Any, int], str | None]]] = {
    Pick: _pick,
    PickNow: _pick,
    Back: _back,
    Change: _change,
    New: _new,
    Pace: _pace,
    More: _more,
    Rematch: _rematch,
    Cancel: _cancel,
    ResignNow: _resign_now,
    Resign: _resign,
    Table: _table,
    Score: _score,
    Solo: _solo,
    Coach: _coach,
    Review: _review,
    Proof: _proof,
    Card: _card,
    **own_taps.SERVED,
}
