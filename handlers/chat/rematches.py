"""Another match for the two of one that has ended. Where it has ended in turn, the next one follows that."""

from __future__ import annotations

from typing import Final

from core import codes
from core import match as matches
from core.match import Match, Refusal, RefusedError, Seat, Status
from handlers.chat import limits
from handlers.chat.flows import join
from handlers.chat.seats import seat_for
from handlers.chat.updates import User
from handlers.chat.world import (
    FlowRefusedError,
    NoSuchTableError,
    World,
    for_seated,
    note_served,
    present,
    seen_by,
)
from infra.table import ConflictError

LONGEST_CHAIN: Final = 64
OFFERS: Final = 3
"""After how many offers that came to nothing a player may not offer another: each rings at the other one's."""


def ask_rematch(world: World, update_id: int, user: User, code: str) -> tuple[Match, bool]:
    """Ask the other player of an ended match for another, or agree when the other has asked.

    Gives the rematch and whether this update changes it: it may have been asked for, or be under way, already.

    The next match's code comes from the match that it follows, so two who ask at once meet in one match. A rematch that
    has ended itself is followed in turn, unless this update was for it, and comes again.
    Raises FlowRefusedError, LimitedError, NoSuchTableError, BusyError.
    """
    previous = seen_by(world, user, code)
    served = world.table.served(user.id, update_id)
    for _ in range(LONGEST_CHAIN):
        next_code = codes.derive(world.deployment_key, "rematch", previous.code)
        following = _present_if_any(world, user, next_code)
        if following is not None and following.is_over and served != next_code:
            previous = following
            continue
        noted = None if served is not None else update_id
        try:
            match, is_news = _offer_or_agree(world, user, previous, next_code, following, noted)
        except ConflictError:
            # Look again: what a transaction writes may not be there yet, and a player may be forgotten by now.
            previous = seen_by(world, user, previous.code)
            continue
        return match, is_news or served is not None
    raise NoSuchTableError


def _offer_or_agree(
    world: World, user: User, previous: Match, code: str, following: Match | None, update_id: int | None
) -> tuple[Match, bool]:
    """The update is noted, unless it is None, for whatever it is not refused: before anything is changed.

    Raises FlowRefusedError, LimitedError, BusyError, and ConflictError where the other player was faster.
    """
    if following is None:
        return _offer(world, user, previous, code, update_id), True
    if following.status is not Status.OPEN or following.seat_of(user.id) != 1:
        seated = for_seated(following, user.id)
        _note(world, user, code, update_id)
        return seated, False
    _note(world, user, code, update_id)
    try:
        return join(world, user, code), True
    except FlowRefusedError:  # it was taken, or taken back, just now
        raise ConflictError from None


def _present_if_any(world: World, user: User, code: str) -> Match | None:
    try:
        return present(world, user, code)
    except NoSuchTableError:
        return None


def _offer(world: World, user: User, previous: Match, code: str, update_id: int | None) -> Match:
    seat = seat_for(user, world.table.profile(user.id))
    try:
        match = _next_match(world, previous, code, seat)
    except RefusedError as refused:
        raise FlowRefusedError(refused.refusal, previous) from None
    if _offers_in_vain(world, user, previous) >= OFFERS:
        raise FlowRefusedError(Refusal.ASKED_ENOUGH, previous)
    limits.verify_room(world, user, for_table=True)
    _note(world, user, code, update_id)
    return world.table.save(None, match, made_from=previous)


def _offers_in_vain(world: World, user: User, previous: Match) -> int:
    """How many offers of this user's have ended since the two last played: declined, taken back or left unanswered."""
    offers = 0
    match: Match | None = previous
    while match is not None and not match.has_begun:
        offers += match.seat_of(user.id) == 0
        match = world.table.match(match.follows) if match.follows else None
    return offers


def _note(world: World, user: User, code: str, update_id: int | None) -> None:
    if update_id is not None:
        note_served(world, user, update_id, code)


def _next_match(world: World, previous: Match, code: str, seat: Seat) -> Match:
    """A rematch waits for the other player's word, and for the house's never."""
    if previous.house_seat is None:
        return matches.rematch(previous, code, world.new_secret(), seat, world.now())
    from core.solo import again  # here, not above: it brings the house's numbers, which a cold start does not wait for

    return again(previous, code, world.new_secret(), seat, world.now())
