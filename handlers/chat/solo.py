"""What a player asks who plays alone: a match against the house, a challenge, and the coach."""

from __future__ import annotations

from core.levels import Level
from core.match import Match, Refusal, Status
from handlers.chat import limits
from handlers.chat.flows import begin
from handlers.chat.seats import seat_for
from handlers.chat.texts.words import again, house
from handlers.chat.updates import User
from handlers.chat.world import FlowRefusedError, NoSuchTableError, World, begin_once, present, seen_by


def play_house(world: World, update_id: int, user: User, level: Level) -> Match:
    """A new match against the house, or the one that this update or this user's last seconds have begun already.

    Raises LimitedError, BusyError.
    """
    from core import solo  # here, not above: it brings the house's numbers, which a cold start does not wait for

    return begin(
        world,
        update_id,
        user,
        lambda code, player: solo.begin(code, world.new_secret(), player, level, house(level), world.now()),
        lambda recent: recent.status is Status.ACTIVE and _level(recent) is level,
    )


def play_challenge(world: World, user: User, code: str, token: str) -> tuple[Match, bool]:
    """Play the hands of a finished match again; the same link always leads a user to the same match.

    Gives that match and whether it is new. Raises NoSuchTableError where there is no such match any more, or the token
    is not its own; LimitedError, BusyError.
    """
    from core import solo  # here, not above: as in `play_house`

    seat = solo.challenged_seat(present(world, user, code), token)
    if seat is None:
        raise NoSuchTableError
    player = seat_for(user, world.table.profile(user.id))

    def begun(new_code: str) -> Match:
        limits.verify_room(world, user)
        original = present(world, user, code)
        replayed = again(original.seats[1 - seat].name)
        new = solo.begin_challenge(original, seat, new_code, player, replayed, world.now())
        return world.table.save(None, new, made_from=original)

    def is_it(existing: Match) -> bool:
        return existing.challenge is not None and existing.seat_of(user.id) is not None

    match, is_new = begin_once(world, ("challenge", user.id, code, seat), begun, is_it)
    return (match if is_new else present(world, user, match.code)), is_new


def coached(world: World, user: User, code: str) -> Match:
    """A match that the coach may speak of. Raises FlowRefusedError, NoSuchTableError, BusyError."""
    match = seen_by(world, user, code)
    if match.is_over:
        raise FlowRefusedError(Refusal.ENDED, match)
    if _level(match) is None:
        raise FlowRefusedError(Refusal.NO_COACH, match)
    return match


def _level(match: Match) -> Level | None:
    """The level of the house in a match; None between friends and in a challenge."""
    return None if match.house_seat is None else match.seats[match.house_seat].level
