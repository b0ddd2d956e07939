"""What a player asks of a match: to open a table, to sit down, to pick, to resign, to look.

Nothing is shown here. A flow gives back the match as it now stands, or raises `FlowRefusedError` with the reason and
with the match as it stands; a saved match is told to both chats by deliver.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core import match as matches
from core.combinations import Combination
from core.match import Match, Refusal, RefusedError, Seat, Status, settle
from core.view import View, view
from handlers.chat import limits
from handlers.chat.seats import seat_for
from handlers.chat.updates import User
from handlers.chat.world import (
    FlowRefusedError,
    World,
    begin_once,
    change,
    note_served,
    seen_by,
    served_match,
)
from infra.items import Profile
from infra.table import Table
from infra.writes import INVITATIONS_APART

_NOT_PLAYED: Final = {
    Status.OPEN: Refusal.NOT_STARTED,
    Status.ACTIVE: Refusal.NOT_ENDED,
    Status.CANCELLED: Refusal.CANCELLED,
    Status.EXPIRED: Refusal.EXPIRED,
}


def open_table(world: World, update_id: int, user: User, pace: int) -> Match:
    """A new table, or the one that this update or this user's last seconds have opened already.

    Raises LimitedError, BusyError.
    """
    return begin(
        world,
        update_id,
        user,
        lambda code, host: matches.create(code, world.new_secret(), host, world.now(), pace),
        lambda recent: recent.status is Status.OPEN,
        for_table=True,
    )


def begin(
    world: World,
    update_id: int,
    user: User,
    make: Callable[[str, Seat], Match],
    is_wanted: Callable[[Match], bool],
    *,
    for_table: bool = False,
) -> Match:
    """Make and save a match that follows no other, once: `is_wanted` knows what the user began just now.

    Raises LimitedError, BusyError.
    """

    def begun(code: str) -> Match:
        profile = world.table.profile(user.id)
        recent = _recent_table(world, profile, world.now())
        if recent is not None and is_wanted(recent):
            if recent.code != code:
                note_served(world, user, update_id, recent.code)
            return recent
        served = served_match(world, user, update_id)
        if served is not None:
            return served
        limits.verify_room(world, user, for_table=for_table)
        return world.table.save(None, make(code, seat_for(user, profile)), instead_of=recent.code if recent else None)

    match, _ = begin_once(world, (user.id, update_id), begun, lambda existing: existing.seats[0].user_id == user.id)
    return match


def join(world: World, user: User, code: str) -> Match:
    """Sit down at a table. Raises FlowRefusedError, LimitedError, NoSuchTableError, BusyError."""
    seat = seat_for(user, world.table.profile(user.id))

    def decide(match: Match) -> Match:
        joined = matches.join(match, seat, world.now())
        limits.verify_room(world, user)
        return joined

    return change(world, user, code, decide)


def pick(
    world: World,
    user: User,
    code: str,
    match_round: int,
    combination: Combination,
    nth: int,
    message_id: int,
    *,
    is_confirmed: bool = False,
) -> Match:
    """Pick for a round; the house answers in the same write. Raises FlowRefusedError, NoSuchTableError, BusyError."""

    def decide(match: Match) -> Match:
        now = world.now()
        after = matches.pick(match, user.id, match_round, combination, nth, now, message_id, is_confirmed=is_confirmed)
        return after if after.house_seat is None else _answered(after, world.now())

    return change(world, user, code, decide)


def _answered(match: Match, now: int) -> Match:
    from core.solo import (
        answered,  # here, not above: it brings the house's numbers, which a cold start does not wait for
    )

    return answered(match, now)


def verify_change(world: World, user: User, code: str, match_round: int) -> Match:
    """A match in which this user may pick again. Raises FlowRefusedError, NoSuchTableError, BusyError."""

    def decide(match: Match) -> Match:
        matches.verify_change(match, user.id, match_round)
        return match

    return change(world, user, code, decide)


def cancel(world: World, user: User, code: str, *, only_open: bool = False) -> Match:
    """Close a table that has not started or, unless `only_open`, call off a match whose other player cannot be reached.

    Raises FlowRefusedError, NoSuchTableError, BusyError.
    """

    def decide(match: Match) -> Match:
        if only_open and match.status is Status.ACTIVE and match.seat_of(user.id) is not None:
            raise RefusedError(Refusal.ALREADY_STARTED)
        return matches.cancel(match, user.id, world.now())

    return change(world, user, code, decide)


def set_pace(world: World, user: User, code: str, pace: int) -> Match:
    """Change the pace of an open table. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    return change(world, user, code, lambda match: matches.set_pace(match, user.id, pace))


def give_time(world: World, user: User, code: str, deadline: int) -> Match:
    """Let the opponent have more time. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    return change(world, user, code, lambda match: matches.give_time(match, user.id, deadline, world.now()))


def resign(world: World, user: User, code: str) -> Match:
    """Give a match up. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    return change(world, user, code, lambda match: matches.resign(match, user.id, world.now()))


def live_views(table: Table, user_id: int, now: int) -> list[View]:
    """What the user sees of each match that has not ended, as it stands now."""
    settled = [settle(match, now) for match in table.matches(table.live_codes(user_id))]
    seats = [(match, match.seat_of(user_id)) for match in settled if not match.is_over]
    return [view(match, seat) for match, seat in seats if seat is not None]


def seen_playing(world: World, user: User, code: str) -> Match:
    """A match of this user's that has begun. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    match = seen_by(world, user, code)
    if match.status is Status.OPEN:
        raise FlowRefusedError(Refusal.NOT_STARTED, match)
    return match


def seen_ended(world: World, user: User, code: str) -> Match:
    """A match of this user's that was played and is over. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    match = seen_by(world, user, code)
    if match.is_over and match.has_begun:
        return match
    raise FlowRefusedError(_NOT_PLAYED[match.status], match)


def could_resign(world: World, user: User, code: str) -> Match:
    """A match that this user could give up. Raises FlowRefusedError, NoSuchTableError, BusyError."""

    def decide(match: Match) -> Match:
        matches.resign(match, user.id, world.now())
        return match

    return change(world, user, code, decide)


def _recent_table(world: World, profile: Profile | None, now: int) -> Match | None:
    """The table of a user who opened one a moment ago: while it is open, two taps are one invitation."""
    if profile is None or profile.invited_code is None or profile.invited_at is None:
        return None
    if now - profile.invited_at >= INVITATIONS_APART:
        return None
    return world.table.match(profile.invited_code)
