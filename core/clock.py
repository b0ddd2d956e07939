"""What time does to a match: deadlines, reminders and the end of what was left alone. All in epoch seconds."""

from __future__ import annotations

from core.state import Match, Status


def settle(match: Match, now: int) -> Match:
    """End a match whose deadline has passed; otherwise the match as it is.

    An open table expires. In an active one a seat that has not picked forfeits; if neither has, nobody wins. The house
    picks as soon as its opponent does, so it is never out of time.
    """
    if match.is_over or match.deadline is None or now < match.deadline:
        return match
    if match.status is Status.OPEN:
        return ended(match, Status.EXPIRED, now, None)
    idle = [index for index, seat in enumerate(match.seats) if not seat.is_house and not match.has_picked(index)]
    if len(idle) != 1:
        return ended(match, Status.ABANDONED, now, None)
    return ended(match, Status.FORFEITED, now, idle[0])


def tick(match: Match, now: int) -> Match:
    """What the clock does to a match: end it at its deadline, or mark that its reminder is due."""
    settled = settle(match, now)
    if settled is not match or match.due_at is None or now < match.due_at or match.due_at == match.deadline:
        return settled
    return match.model_copy(update={"due_at": match.deadline})


def clocked(match: Match, start: int, now: int) -> Match:
    """Give the round its time from `start` on; the reminder is due when 80 % of what is left is gone."""
    deadline = start + match.round_lasts
    return match.model_copy(update={"deadline": deadline, "due_at": now + (deadline - now) * 4 // 5})


def ended(match: Match, status: Status, now: int, ended_by: int | None) -> Match:
    """The match as it is once it is over; `ended_by` is the seat whose doing it was, if one's."""
    update = {"status": status, "ended_at": now, "ended_by": ended_by, "deadline": None, "due_at": None}
    return match.model_copy(update=update)
