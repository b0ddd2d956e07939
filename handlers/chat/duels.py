"""Challenges that are posted where others see them, in a group or by inline mode, and the duels that come of them.

Nothing is stored when one is posted but its host's name: its button carries the host, the pace and when it closes, with
a MAC that only this deployment can make. The match's code comes from the message that was posted, so that all who
accept it meet at one table.

Anybody who has seen a button can pretend that it is under another message of the bot's. So a challenge is used up by
the messages in which it was accepted, and nothing begins under a message in a group that has other buttons. What is
under a message that was posted by inline mode, Telegram does not tell: there the few uses are the bound.
"""

from __future__ import annotations

import hmac
from typing import Final

from core import codes, duel
from core import match as matches
from core.match import DAY, INVITATION_LASTS, Match, Place, Refusal, Seat, Status
from handlers.chat import limits
from handlers.chat.names import stored_name
from handlers.chat.seats import seat_for
from handlers.chat.tap import Accept, Sit
from handlers.chat.updates import User
from handlers.chat.world import FlowRefusedError, World, begin_once, change, present
from infra.posted_names import PostedName

PLACE_KEPT: Final = 365 * DAY
NAME_KEPT: Final = 2 * INVITATION_LASTS
INLINE: Final = "inline"
"""Where a challenge was posted by inline mode; in a group, it is that chat's id."""
USES: Final = 1
USES_INLINE: Final = 3
"""How many messages may honestly be one challenge: Telegram keeps what inline mode has offered for some seconds, in
which it can be posted in several chats.
"""


class ClosedError(Exception):
    """The challenge is open no longer, or it never was one of this bot's."""


class OwnChallengeError(Exception):
    """Nobody plays against themselves."""


def post(world: World, user: User, language: str) -> str | None:
    """Remember who posts a challenge; gives the host's name, if there is one to be shown."""
    posted = PostedName(name=stored_name(user.first_name), language=language, expires_at=world.now() + NAME_KEPT)
    held = world.table.posted_name(user.id)
    is_same = held is not None and (held.name, held.language) == (posted.name, posted.language)
    if held is None or not is_same or held.expires_at < posted.expires_at - INVITATION_LASTS // 2:
        world.table.keep_posted_name(user.id, posted)
    return posted.name or None


def offer(world: World, host_id: int, pace: int, where: str | int = INLINE) -> Accept:
    """What the button of a challenge says. It holds in this chat alone; by inline mode, in whichever it is posted."""
    until = world.now() + INVITATION_LASTS
    return Accept(pace, host_id, until, _mac(world, host_id, pace, until, where))


def offered_table(world: World, user: User, code: str | None) -> Match | None:
    """This user's table with this code, if it waits for whoever comes first."""
    match = world.table.match(code) if code else None
    if match is None or match.seat_of(user.id) != 0 or len(match.seats) > 1:
        return None
    return match if matches.settle(match, world.now()).status is Status.OPEN else None


def accept(world: World, user: User, tap: Accept, place: Place, *, is_offered: bool = True) -> Match:
    """Begin the match of a posted challenge, once: each message is one challenge. Who plays in it gets it again.

    `is_offered` says whether it is under that message, as far as that can be told.
    Raises ClosedError, OwnChallengeError, FlowRefusedError (FULL, ENDED), LimitedError, BusyError.
    """
    where = INLINE if place.chat_id is None else place.chat_id
    if not hmac.compare_digest(_mac(world, tap.host_id, tap.pace, tap.until, where), tap.mac):
        raise ClosedError

    def begun(code: str) -> Match:
        if not is_offered:
            raise ClosedError
        new = _begun(world, user, tap, place, code)
        _use(world, tap, place)
        _take(world, place, code)
        return world.table.save(None, new)

    match, is_new = begin_once(world, ("duel", *_facts(place)), begun, lambda existing: existing.duel == place)
    return match if is_new else _for_players(world, user, match.code)


def sit(world: World, user: User, tap: Sit, place: Place, *, is_offered: bool = True) -> Match:
    """Sit down at a table whose host has posted it. Who plays there gets the match again. `is_offered` as in `accept`.

    Raises ClosedError, OwnChallengeError, FlowRefusedError, LimitedError, NoSuchTableError, BusyError.
    """
    guest = _seat(world, user)

    def decide(match: Match) -> Match:
        joined = matches.join(match, guest, world.now())
        if not is_offered:
            raise ClosedError
        limits.verify_room(world, user)
        _take(world, place, match.code)
        return duel.shown_in(place, joined)

    try:
        return change(world, user, tap.code, decide)
    except FlowRefusedError as refused:
        if refused.refusal is Refusal.OWN_TABLE:
            raise OwnChallengeError from None
        if refused.refusal is Refusal.ALREADY_SEATED:
            return refused.match
        raise


def _begun(world: World, user: User, tap: Accept, place: Place, code: str) -> Match:
    if tap.host_id == user.id:
        raise OwnChallengeError
    if tap.until <= world.now():
        raise ClosedError
    posted = world.table.posted_name(tap.host_id)
    if posted is None:  # who posted it has been forgotten since
        raise ClosedError
    host = User(id=tap.host_id, first_name=posted.name, language_code=posted.language)
    limits.verify_room(world, user)
    try:
        limits.verify_room(world, host)
    except limits.LimitedError:
        raise ClosedError from None
    seats = _seat(world, host), _seat(world, user)
    return duel.accept(code, world.new_secret(), *seats, world.now(), tap.pace, place)


def _seat(world: World, user: User) -> Seat:
    """A player's seat. Who has no profile may never have opened the chat with the bot: nobody is told of a loss then,
    and the match is told to them once they come.
    """
    profile = world.table.profile(user.id)
    seat = seat_for(user, profile)
    name = stored_name(user.first_name) or (profile.name if profile else "") or seat.name
    return seat.model_copy(update={"name": name, "is_unreachable": profile is None})


def _use(world: World, tap: Accept, place: Place) -> None:
    """Use a challenge up in this message, once however often it is tried. Raises ClosedError where it is used up."""
    for use in range(USES_INLINE if place.chat_id is None else USES):
        offer = codes.mac(world.deployment_key, "offer", tap.mac, use)
        if world.table.use_offer(offer, _hashed(world, place), tap.until + DAY):
            return
    raise ClosedError


def _take(world: World, place: Place, code: str) -> None:
    """Have the message show this match and no other, whatever button somebody pretends to be under it.

    Raises ClosedError.
    """
    if not world.table.take_place(_hashed(world, place), code, world.now() + PLACE_KEPT):
        raise ClosedError


def _for_players(world: World, user: User, code: str) -> Match:
    match = present(world, user, code)
    if match.is_over:
        raise FlowRefusedError(Refusal.ENDED, match)
    if match.seat_of(user.id) is None:
        raise FlowRefusedError(Refusal.FULL, match)
    return match


def _mac(world: World, host_id: int, pace: int, until: int, where: str | int) -> str:
    return codes.mac(world.deployment_key, "challenge", where, host_id, pace, until)


def _hashed(world: World, place: Place) -> str:
    return codes.derive(world.deployment_key, "place", *_facts(place))


def _facts(place: Place) -> tuple[str | int, ...]:
    if place.inline_message_id is not None:
        return (INLINE, place.inline_message_id)
    return (place.chat_id or 0, place.message_id or 0)
