"""Whether a seat's player gets messages."""

from __future__ import annotations

from core.state import Match


def mark_unreachable(match: Match, index: int) -> Match:
    """Note that a seat's player gets no messages; the clock runs on. A match that is over stays as it is."""
    if match.is_over or match.seats[index].is_unreachable:
        return match
    return match.with_seat(index, is_unreachable=True)


def mark_reachable(match: Match, user_id: int) -> Match:
    """Note that a player has been heard of again. A match that is over, or none of theirs, stays as it is."""
    index = match.seat_of(user_id)
    if index is None or match.is_over or not match.seats[index].is_unreachable:
        return match
    return match.with_seat(index, is_unreachable=False)
