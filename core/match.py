"""A match and the moves on it.

A move takes a match and returns the match that follows, or raises `RefusedError`. The match that comes back is the same
object when the move changes nothing. Time is epoch seconds, and an argument.
"""

from __future__ import annotations

from typing import Final

from core.clock import clocked, ended, settle, tick
from core.combinations import Combination
from core.dice import ROUNDS
from core.reach import mark_reachable, mark_unreachable
from core.state import (
    DAY,
    DEFAULT_PACE,
    FIRST_ROUND_AT_LEAST,
    FORMAT,
    GUEST,
    HOST,
    HOUR,
    INVITATION_LASTS,
    KEPT_AFTER_END,
    MINUTE,
    Match,
    Place,
    Refusal,
    RefusedError,
    Seat,
    Status,
    Tally,
)
from core.wishes import asks_first

__all__ = [
    "DAY",
    "DEFAULT_PACE",
    "FIRST_ROUND_AT_LEAST",
    "FORMAT",
    "GUEST",
    "HOST",
    "HOUR",
    "INVITATION_LASTS",
    "KEPT_AFTER_END",
    "MINUTE",
    "ROUNDS",
    "Match",
    "Place",
    "Refusal",
    "RefusedError",
    "Seat",
    "Status",
    "Tally",
    "cancel",
    "create",
    "give_time",
    "join",
    "mark_reachable",
    "mark_unreachable",
    "pick",
    "rematch",
    "resign",
    "set_pace",
    "settle",
    "tick",
    "verify_change",
]


def create(code: str, secret: bytes, host: Seat, now: int, pace: int = DEFAULT_PACE) -> Match:
    """Open a table for whoever joins it first."""
    closes_at = now + INVITATION_LASTS
    return Match(
        code=code, secret=secret, seats=(host,), pace=pace, created_at=now, deadline=closes_at, due_at=closes_at
    )


def rematch(previous: Match, code: str, secret: bytes, host: Seat, now: int) -> Match:
    """Open a table for the two of an ended match; `host` asks, and only the other may join.

    Raises RefusedError: STRANGER, NOT_STARTED (a table that nobody joined has no rematch), NOT_ENDED, OPPONENT_LEFT.
    """
    asked_by = _seat_of(previous, host.user_id)
    if not previous.is_over:
        raise RefusedError(Refusal.NOT_ENDED)
    if len(previous.seats) < 2:
        raise RefusedError(Refusal.NOT_STARTED)
    other = previous.seats[1 - asked_by]
    if not other.is_person:
        raise RefusedError(Refusal.OPPONENT_LEFT)
    guest = Seat(user_id=other.user_id, name=other.name, language=other.language, word=other.word)
    table = create(code, secret, host, now, previous.pace)
    return table.model_copy(update={"seats": (host, guest), "follows": previous.code})


def join(match: Match, guest: Seat, now: int) -> Match:
    """Take the free seat, or the one that was kept for this user.

    Raises RefusedError: CANCELLED, EXPIRED, ENDED, OWN_TABLE, ALREADY_SEATED, FULL.
    """
    refusal = _join_refusal(match, guest.user_id)
    if refusal is not None:
        raise RefusedError(refusal)
    start = {"status": Status.ACTIVE, "seats": (match.seats[0], guest), "began_at": now}
    return clocked(match.model_copy(update=start), now, now)


def pick(
    match: Match,
    user_id: int,
    match_round: int,
    combination: Combination,
    nth: int,
    now: int,
    message_id: int | None = None,
    *,
    is_confirmed: bool = False,
) -> Match:
    """Pick for the round under way, or change the pick while the other seat has none.

    `nth` says how many picks the seat had made in this round when the button was drawn: so a repeat changes nothing and
    an old tap cannot undo a newer one. The second pick of a round reveals it; the last one of round 16 ends the match.
    Raises RefusedError: STRANGER, NOT_STARTED, CANCELLED, EXPIRED, ENDED, ROUND_OVER, ROUND_NOT_BEGUN,
    COMBINATION_USED, OTHER_PICK_STANDS, UNKNOWN_COUNT, and UNCONFIRMED where the player wants to be asked first.
    """
    index = _playing_seat(match, user_id, match_round)
    if combination not in match.open_combinations(index):
        raise RefusedError(Refusal.COMBINATION_USED)
    seat = match.seats[index]
    if nth > seat.nth:
        raise RefusedError(Refusal.UNKNOWN_COUNT)
    if match.standing_pick(index) is combination:
        return match
    if nth < seat.nth:
        raise RefusedError(Refusal.OTHER_PICK_STANDS)
    if not is_confirmed and asks_first(match, index, combination):
        raise RefusedError(Refusal.UNCONFIRMED)
    picks = seat.picks[: match.revealed] + combination.letter
    after = match.with_seat(index, picks=picks, nth=seat.nth + 1, message_id=message_id or seat.message_id)
    return _revealed(after, now) if after.revealed > match.revealed else after


def verify_change(match: Match, user_id: int, match_round: int) -> None:
    """Say whether a seat may pick again in this round. The pick stands until the new one is made.

    Raises RefusedError: STRANGER, NOT_STARTED, CANCELLED, EXPIRED, ENDED, ROUND_OVER, ROUND_NOT_BEGUN, NOTHING_PICKED.
    """
    if not match.has_picked(_playing_seat(match, user_id, match_round)):
        raise RefusedError(Refusal.NOTHING_PICKED)


def give_time(match: Match, user_id: int, deadline: int, now: int) -> Match:
    """Let the other seat have as long again as the round lasts, after its reminder and once for each deadline: given
    already, it changes nothing.

    Raises RefusedError: STRANGER, NOT_STARTED, CANCELLED, EXPIRED, ENDED, DEADLINE_MOVED, NOTHING_PICKED.
    """
    index = _begun_seat(match, user_id)
    is_given = match.deadline == deadline + match.round_lasts
    if not is_given and (match.deadline != deadline or not match.is_reminded):
        raise RefusedError(Refusal.DEADLINE_MOVED)
    if not match.has_picked(index):
        raise RefusedError(Refusal.NOTHING_PICKED)
    return match if is_given else clocked(match, deadline, now)


def cancel(match: Match, user_id: int, now: int) -> Match:
    """Close a table that has not started: its host's right, and that of the guest whom a rematch asks.

    A match under way is called off, without a result, by a seat whose opponent cannot be reached.
    Raises RefusedError: STRANGER, ALREADY_STARTED, CANCELLED, EXPIRED, ENDED.
    """
    index = _seat_of(match, user_id)
    if match.status is Status.ACTIVE and not match.seats[1 - index].is_unreachable:
        raise RefusedError(Refusal.ALREADY_STARTED)
    _refuse_if_over(match)
    return ended(match, Status.CANCELLED, now, index)


def set_pace(match: Match, user_id: int, pace: int) -> Match:
    """Change how many seconds each pick may take, while the table waits for its guest.

    Raises RefusedError: STRANGER, HOST_ONLY, ALREADY_STARTED, CANCELLED, EXPIRED, ENDED.
    """
    if _seat_of(match, user_id) != 0:
        raise RefusedError(Refusal.HOST_ONLY)
    _refuse_if_over(match)
    if match.status is Status.ACTIVE:
        raise RefusedError(Refusal.ALREADY_STARTED)
    return match if match.pace == pace else match.model_copy(update={"pace": pace})


def resign(match: Match, user_id: int, now: int) -> Match:
    """Give the match up; the other seat wins.

    Raises RefusedError: STRANGER, NOT_STARTED, CANCELLED, EXPIRED, ENDED.
    """
    index = _begun_seat(match, user_id)
    return ended(match, Status.RESIGNED, now, index)


_HOW_OVER: Final = {Status.CANCELLED: Refusal.CANCELLED, Status.EXPIRED: Refusal.EXPIRED}


def _join_refusal(match: Match, user_id: int) -> Refusal | None:
    seat = match.seat_of(user_id)
    if match.is_over:
        return _HOW_OVER.get(match.status, Refusal.ENDED)
    if match.status is Status.ACTIVE:
        return Refusal.FULL if seat is None else Refusal.ALREADY_SEATED
    if seat == 0:
        return Refusal.OWN_TABLE
    return Refusal.FULL if seat is None and len(match.seats) == 2 else None


def _seat_of(match: Match, user_id: int) -> int:
    index = match.seat_of(user_id)
    if index is None:
        raise RefusedError(Refusal.STRANGER)
    return index


def _begun_seat(match: Match, user_id: int) -> int:
    """A seat of a match that is under way."""
    index = _seat_of(match, user_id)
    if match.status is Status.OPEN:
        raise RefusedError(Refusal.NOT_STARTED)
    _refuse_if_over(match)
    return index


def _playing_seat(match: Match, user_id: int, match_round: int) -> int:
    """The same, where that round is under way."""
    index = _begun_seat(match, user_id)
    if match_round != match.round:
        raise RefusedError(Refusal.ROUND_OVER if match_round < match.round else Refusal.ROUND_NOT_BEGUN)
    return index


def _refuse_if_over(match: Match) -> None:
    if match.is_over:
        raise RefusedError(_HOW_OVER.get(match.status, Refusal.ENDED))


def _revealed(match: Match, now: int) -> Match:
    seats = tuple(seat.model_copy(update={"nth": 0}) for seat in match.seats)
    if match.revealed == ROUNDS:
        return ended(match.model_copy(update={"seats": seats}), Status.FINISHED, now, None)
    return clocked(match.model_copy(update={"seats": seats}), now, now)
