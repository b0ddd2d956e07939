"""What a player asks of a match: load it, decide by the rules, save it if nobody saved in between.

Nothing is shown here. A flow gives back the match as it now stands, or raises `FlowRefusedError` with the reason and
with the match as it stands; a saved match is told to both chats by deliver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from core import codes
from core import match as matches
from core.combinations import Combination
from core.match import Match, Refusal, RefusedError, Seat, Status, settle
from core.view import View, view
from handlers.chat.names import stored_name
from handlers.chat.texts import Texts
from handlers.chat.updates import User
from infra.table import ConflictError, Profile, Table

TRIES: Final = 8
ONE_INVITATION_WITHIN: Final = 5
LONGEST_CHAIN: Final = 64


class FlowRefusedError(Exception):
    """The rules refuse what was asked; nothing has changed but what the deadline changed."""

    def __init__(self, refusal: Refusal, match: Match) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.match = match


class NoSuchTableError(Exception):
    """No match has this code."""


class BusyError(Exception):
    """Others kept saving in between; Telegram will bring the update again."""


@dataclass(frozen=True)
class World:
    """What a flow may use of the outside; every part is an argument of the webhook."""

    table: Table
    now: Callable[[], int]
    new_secret: Callable[[], bytes]
    deployment_key: bytes
    bot_username: str


def change(world: World, code: str, decide: Callable[[Match], Match]) -> Match:
    """Apply a move to a stored match; the deadline is settled first. Gives back the match as stored.

    Raises FlowRefusedError, NoSuchTableError, BusyError.
    """
    return change_in(world.table, code, world.now(), decide)


def change_in(table: Table, code: str, now: int, decide: Callable[[Match], Match]) -> Match:
    """`change`, for who has a table and nothing else of the world."""
    for _ in range(TRIES):
        stored = table.match(code)
        if stored is None:
            raise NoSuchTableError
        try:
            return _decided(table, stored, now, decide)
        except ConflictError:
            continue
    raise BusyError


def present(world: World, code: str) -> Match:
    """A match as it stands now, its deadline settled. Raises NoSuchTableError, BusyError."""
    return change(world, code, lambda match: match)


def open_table(world: World, update_id: int, user: User, pace: int) -> Match:
    """A new table, or the one that this update or this user's last seconds have opened already. Raises BusyError."""
    now = world.now()
    for attempt in range(TRIES):
        profile = world.table.profile(user.id)
        recent = _recent_table(world, profile, now)
        if recent is not None and recent.status is Status.OPEN:
            return recent
        code = codes.derive(world.deployment_key, user.id, update_id, attempt)
        existing = world.table.match(code)
        if existing is not None and existing.seats[0].user_id == user.id:
            return existing
        if existing is None:
            try:
                table = matches.create(code, world.new_secret(), _seat(user, profile), now, pace)
                return world.table.save(None, table, instead_of=recent.code if recent else None)
            except ConflictError:
                continue
    raise BusyError


def join(world: World, user: User, code: str) -> Match:
    """Sit down at a table. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    seat = _seat(user, world.table.profile(user.id))
    return change(world, code, lambda match: matches.join(match, seat, world.now()))


def ask_rematch(world: World, user: User, code: str) -> tuple[Match, bool]:
    """Ask the other player of an ended match for another, or agree when the other has asked.

    Gives the rematch and whether this changed it: it may have been asked for, or be under way, already.

    The next match's code comes from the match that it follows, so two who ask at once meet in one match. A rematch that
    has ended itself is followed in turn. Raises FlowRefusedError, NoSuchTableError, BusyError.
    """
    seat = _seat(user, world.table.profile(user.id))
    previous = seen_by(world, user, code)
    for _ in range(LONGEST_CHAIN):
        next_code = codes.derive(world.deployment_key, "rematch", previous.code)
        try:
            following = present(world, next_code)
        except NoSuchTableError:
            try:
                return _offer(world, previous, next_code, seat), True
            except ConflictError:
                following = present(world, next_code)
        if not following.is_over:
            is_asked = following.status is Status.OPEN and following.seat_of(user.id) == 1
            return (join(world, user, next_code), True) if is_asked else (_for_seated(following, user.id), False)
        previous = following
    raise BusyError


def pick(
    world: World, user: User, code: str, match_round: int, combination: Combination, nth: int, message_id: int
) -> Match:
    """Pick for a round. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    return change(
        world,
        code,
        lambda match: matches.pick(match, user.id, match_round, combination, nth, world.now(), message_id),
    )


def verify_change(world: World, user: User, code: str, match_round: int) -> Match:
    """A match in which this user may pick again. Raises FlowRefusedError, NoSuchTableError, BusyError."""

    def decide(match: Match) -> Match:
        matches.verify_change(match, user.id, match_round)
        return match

    return change(world, code, decide)


def cancel(world: World, user: User, code: str) -> Match:
    """Close a table that has not started. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    return change(world, code, lambda match: matches.cancel(match, user.id, world.now()))


def resign(world: World, user: User, code: str) -> Match:
    """Give a match up. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    return change(world, code, lambda match: matches.resign(match, user.id, world.now()))


def seen_by(world: World, user: User, code: str) -> Match:
    """A match of this user's. Raises FlowRefusedError for a stranger, NoSuchTableError, BusyError."""
    return _for_seated(present(world, code), user.id)


def live_views(table: Table, user_id: int, now: int) -> list[View]:
    """What the user sees of each match that has not ended, as it stands now."""
    settled = [settle(match, now) for match in table.matches(table.live_codes(user_id))]
    seats = [(match, match.seat_of(user_id)) for match in settled if not match.is_over]
    return [view(match, seat) for match, seat in seats if seat is not None]


def _decided(table: Table, stored: Match, now: int, decide: Callable[[Match], Match]) -> Match:
    """Decide on the settled match; save what differs from the stored one, even when the move itself is refused."""
    settled = settle(stored, now)
    try:
        after = decide(settled)
    except RefusedError as refused:
        raise FlowRefusedError(refused.refusal, table.save(stored, settled)) from None
    return table.save(stored, after)


def _offer(world: World, previous: Match, code: str, seat: Seat) -> Match:
    try:
        return world.table.save(None, matches.rematch(previous, code, world.new_secret(), seat, world.now()))
    except RefusedError as refused:
        raise FlowRefusedError(refused.refusal, previous) from None


def seen_playing(world: World, user: User, code: str) -> Match:
    """A match of this user's that has begun. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    match = seen_by(world, user, code)
    if match.status is Status.OPEN:
        raise FlowRefusedError(Refusal.NOT_STARTED, match)
    return match


def could_resign(world: World, user: User, code: str) -> Match:
    """A match that this user could give up. Raises FlowRefusedError, NoSuchTableError, BusyError."""

    def decide(match: Match) -> Match:
        matches.resign(match, user.id, world.now())
        return match

    return change(world, code, decide)


def _for_seated(match: Match, user_id: int) -> Match:
    if match.seat_of(user_id) is None:
        raise FlowRefusedError(Refusal.STRANGER, match)
    return match


def _recent_table(world: World, profile: Profile | None, now: int) -> Match | None:
    """The table of a user who opened one a moment ago: while it is open, two taps are one invitation."""
    if profile is None or profile.invited_code is None or profile.invited_at is None:
        return None
    if now - profile.invited_at >= ONE_INVITATION_WITHIN:
        return None
    return world.table.match(profile.invited_code)


def _seat(user: User, profile: Profile | None) -> Seat:
    language = (user.language_code or "en")[:8]
    return Seat(
        user_id=user.id,
        name=stored_name(user.first_name) or Texts(language).player(),
        language=language,
        word=profile.word if profile else "",
        is_novice=profile is None or profile.played == 0,
    )
