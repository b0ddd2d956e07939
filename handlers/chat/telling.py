"""What deliver is asked to tell: a saved match to both its chats, a screen to whoever tapped for it, and all that was
missed to a chat that had to wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from core.combinations import Combination
from core.match import Match, Status
from core.view import View, view
from handlers.chat import screens
from handlers.chat.apart import apart
from handlers.chat.chat import Chat
from handlers.chat.measuring import measure
from handlers.chat.menu import keep_menu
from handlers.chat.outside import Outside
from handlers.chat.reach import MISSED
from handlers.chat.spot import LAST_DOUBT, NO_VISIT
from handlers.chat.watching import Watching
from infra.courier import CourierError, MustWaitError, NotEditableError
from infra.items import Change, Cursor, ScreenItem
from infra.keys import DUEL
from infra.logs import log
from infra.queue import LONGEST_DELAY
from infra.screen import Screen

LEASE_S: Final = 60
TYPING: Final = Screen("sendChatAction", {"action": "typing"})
_LEAVES_NOTHING: Final = ("forgotten", MISSED)
"""Of a user who is forgotten nothing is to stay, not even that it was told; and who has missed something may again."""


async def tell(outside: Outside, change: Change) -> None:
    """Tell both chats of a saved match, side by side. A fault of one does not keep the other from hearing."""
    cursors = await asyncio.to_thread(outside.table.cursors, change.after.code)
    people = [seat for seat, player in enumerate(change.after.seats) if player.is_person]
    chats = [Chat(outside, _with_names(change), seat, cursors[seat]) for seat in people]
    outcomes = await asyncio.gather(*(chat.hear(change.before) for chat in chats), return_exceptions=True)
    _measure(outside, change, chats, is_news=any(cursors[seat].told < change.after.version for seat in people))
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome


def _with_names(change: Change) -> Match:
    """The match as it is; a player whose being forgotten has ended it is told of by name for the last time."""
    before, after = change.before, change.after
    if before is None or before.is_over:
        return after
    for index, (then, now) in enumerate(zip(before.seats, after.seats, strict=False)):
        if not now.is_person and not now.name:
            after = after.with_seat(index, name=then.name)
    return after


def _measure(outside: Outside, change: Change, chats: Sequence[Chat], *, is_news: bool) -> None:
    """Count what a change is, unless it has been told before, and how late it was heard of."""
    if is_news:
        measure(outside.meter, change.before, change.after)
    if change.saved_at is not None and any(chat.has_shown for chat in chats):
        outside.meter.delay(1000 * (outside.now() - change.saved_at))


async def visit(outside: Outside, code: str, seat: int) -> None:
    """Speak to a chat that had to wait. It is claimed first, for the queue may deliver a visit twice."""
    match = await asyncio.to_thread(outside.table.match, code)
    cursor = await asyncio.to_thread(outside.table.cursor, code, seat)
    if match is None or not _is_told(match, seat) or cursor.waits_until is None:
        return
    if cursor.waits_until == NO_VISIT and not await _may_try_once_more(outside, match, seat, cursor):
        return
    now = outside.now()
    if now < cursor.waits_until:
        await asyncio.to_thread(outside.queue.send, code, seat, cursor.waits_until - now)
    elif await asyncio.to_thread(outside.table.claim, code, seat, cursor.waits_until, now + LEASE_S):
        claimed = cursor.model_copy(update={"waits_until": now + LEASE_S})
        await (Watching if seat == DUEL else Chat)(outside, match, seat, claimed).catch_up()


async def _may_try_once_more(outside: Outside, match: Match, seat: int, cursor: Cursor) -> bool:
    """Whether a chat that was given up in a stall of Telegram's may be told after all: a call is answered there, and it
    is one that does no harm by coming twice. Until then, another visit is asked for.
    """
    user_id = match.seats[seat].user_id
    if cursor.doubts != LAST_DOUBT or not match.seats[seat].is_person:
        return False
    try:
        await outside.courier.show(TYPING, user_id)
    except MustWaitError:
        await asyncio.to_thread(outside.queue.send, match.code, seat, LONGEST_DELAY)
        return False
    except CourierError:  # the visit itself finds out what that means
        pass
    await asyncio.to_thread(outside.table.note_told, user_id, match.code)
    return True


def _is_told(match: Match, seat: int) -> bool:
    """Whether a match has somebody there to be told: in the seat or, where the number stands for it, in a duel."""
    return seat < len(match.seats) or (seat == DUEL and match.duel is not None)


async def show(outside: Outside, item: ScreenItem) -> None:
    """Show a screen that a tap asked for, once, then what the tap does to the chat's menu. What would have to wait is
    dropped, save the table: one taps again.
    """
    if not await asyncio.to_thread(outside.table.has_screen, item):
        return
    for what, bring in (("screen", _show), ("menu", keep_menu)):
        try:
            await bring(outside, item)
        except CourierError as error:
            log(f"{what}_dropped", reason=str(error))
        except (LookupError, TypeError, ValueError) as error:  # it would fail again, and hold up what is behind it
            log(f"{what}_failed", logging.ERROR, error=type(error).__name__)
    is_gone = item.name in _LEAVES_NOTHING
    await asyncio.to_thread(outside.table.delete_screen if is_gone else outside.table.empty_screen, item)


async def _show(outside: Outside, item: ScreenItem) -> None:
    code = item.arguments.get("code")
    if isinstance(code, str):
        await _show_of_match(outside, item, code)
    elif item.name == MISSED:
        await _have_visited(outside, item.user_id)
    else:
        await _send_or_edit(outside, item, await apart(outside, item))


async def _have_visited(outside: Outside, user_id: int) -> None:
    """Ask for a visit of the user's chat for each match whose news did not get through."""
    untold = await asyncio.to_thread(outside.table.untold_codes, user_id)
    for match in await asyncio.to_thread(outside.table.matches, untold):
        seat = match.seat_of(user_id)
        if seat is not None:
            cursor = await asyncio.to_thread(outside.table.cursor, match.code, seat)
            await Chat(outside, match, seat, cursor).ask_again_if_lost()


async def _show_of_match(outside: Outside, item: ScreenItem, code: str) -> None:
    match = await asyncio.to_thread(outside.table.match, code)
    seat = match.seat_of(item.user_id) if match else None
    if match is None or seat is None:
        return
    cursor = await asyncio.to_thread(outside.table.cursor, code, seat)
    chat, seen = Chat(outside, match, seat, cursor), view(match, seat)
    if item.name == "table":
        await _bring_back(chat)
    elif item.name in _BESIDE:
        await _send_or_edit(outside, item, _beside(chat, item, _BESIDE[item.name](seen)))
    elif item.name in _ALONE:
        await _ALONE[item.name](outside, item, seen)
    elif item.message_id is not None and match.status is Status.ACTIVE and match.round == item.arguments["round"]:
        live = max(item.message_id, chat.live_message or 0)  # a table brought back has perhaps replaced the tapped one
        await chat.edit(_in_place(item, seen), live)
        if newer := await chat.moved_on():
            await newer.close_round(match.round, live)


async def _send_proof(outside: Outside, item: ScreenItem, seen: View) -> None:
    await outside.courier.show(screens.proof(seen), item.user_id)


async def _send_card(outside: Outside, item: ScreenItem, seen: View) -> None:
    async with outside.one_picture:
        card = await asyncio.to_thread(screens.card, seen)
    await outside.courier.show(screens.silent(card), item.user_id)


async def _note_what_was_given(outside: Outside, item: ScreenItem, seen: View) -> None:
    await _send_or_edit(outside, item, screens.given(seen, int(item.arguments["seconds"])))


def _in_place(item: ScreenItem, seen: View) -> Screen:
    if item.name == "ask":
        return screens.ask_pick(seen, Combination(str(item.arguments["combination"])), int(item.arguments["nth"]))
    return _IN_PLACE[item.name](seen)


_ALONE: Final = {"proof": _send_proof, "card": _send_card, "given": _note_what_was_given}
_BESIDE: Final = {"score": screens.score, "resign": screens.resign_question, "review": screens.review}
_IN_PLACE: Final = {"change": screens.change, "keep": screens.table, "coach": screens.coached}


async def _bring_back(chat: Chat) -> None:
    """A chat that waits gets its table from its visit, and one that must wait now is left to one."""
    if chat.waits:
        await chat.ask_again_if_lost()
        return
    try:
        await chat.bring_back()
    except MustWaitError as error:
        await chat.leave_to_queue(error)


def _beside(chat: Chat, item: ScreenItem, screen: Screen) -> Screen:
    """In the place of the tapped message, but never in that of the live table."""
    is_beside = item.message_id is not None and item.message_id != chat.live_message
    return screens.as_edit(screen) if is_beside else screen


async def _send_or_edit(outside: Outside, item: ScreenItem, screen: Screen) -> None:
    message_id = item.message_id if screen.method == "editMessageText" else None
    try:
        await outside.courier.show(screen, item.user_id, message_id)
    except NotEditableError:
        await outside.courier.show(Screen("sendMessage", screen.parameters), item.user_id)
