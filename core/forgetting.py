"""A player is taken out of a match: what goes on is ended as fairly as can be, and no name or number stays behind.

The picks stay, and the lucky word, for they are part of what the other player may check.
"""

from __future__ import annotations

from core.clock import settle
from core.match import Match, Seat, Status, cancel, resign
from core.state import FORGOTTEN


def forget(match: Match, user_id: int, now: int) -> Match:
    """End what this player still plays, and take the player's name out, here and where others play these hands again.

    Done once more, it changes nothing.
    """
    index = match.seat_of(user_id)
    left = match if index is None else _left(match, user_id, now)
    for at, seat in enumerate(left.seats):
        if user_id in (seat.user_id, seat.replays):
            left = left.with_seat(at, **_without_name(seat, user_id))
    if left.challenge and left.challenge.user_id == user_id:
        nameless = left.challenge.model_copy(update={"user_id": None, "name": ""})
        left = left.model_copy(update={"challenge": nameless})
    return left


def _left(match: Match, user_id: int, now: int) -> Match:
    settled = settle(match, now)
    if settled.status is Status.OPEN:
        return cancel(settled, user_id, now)
    return resign(settled, user_id, now) if settled.status is Status.ACTIVE else settled


def _without_name(seat: Seat, user_id: int) -> dict[str, object]:
    if seat.replays == user_id:
        return {"name": "", "replays": None}
    nobody = Seat(user_id=FORGOTTEN, name="", word=seat.word, picks=seat.picks, nth=seat.nth)
    return {name: getattr(nobody, name) for name in Seat.model_fields}
