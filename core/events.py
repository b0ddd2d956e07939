"""What has happened in a match, as events in the past tense.

`story` is the whole tale for one seat, and grows only at its end: whoever knows how much of it a chat has heard knows
what to tell next, whatever was missed in between. `notices` are the passing things that belong to one change alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.match import ROUNDS, Match, Status

HOST, GUEST = 0, 1


@dataclass(frozen=True)
class TableOpened:
    """The host has a table, and waits for somebody to join."""


@dataclass(frozen=True)
class RematchOffered:
    """The host asks the other player of an ended match for another."""


@dataclass(frozen=True)
class GuestJoined:
    """The match is on."""


@dataclass(frozen=True)
class FirstHandDealt:
    """Round 1 waits for the seat's pick."""


@dataclass(frozen=True)
class RoundRevealed:
    """Both have picked in a round, 1 to 15; round 16's reveal is part of `MatchEnded`."""

    round: int


@dataclass(frozen=True)
class MatchEnded:
    """The match is over, however it ended."""


@dataclass(frozen=True)
class DeadlineNeared:
    """80 % of the round's time is gone, and somebody is still waited for."""


Event = TableOpened | RematchOffered | GuestJoined | FirstHandDealt | RoundRevealed | MatchEnded
Notice = DeadlineNeared


def story(match: Match, seat: int) -> tuple[Event, ...]:
    """Tell a match from the beginning as its seat lived it. A later state's story begins with an earlier one's."""
    return (*_beginning(match, seat), *_rounds(match), *((MatchEnded(),) if match.is_over else ()))


def notices(before: Match | None, after: Match) -> tuple[Notice, ...]:
    """What a change calls for beside the story."""
    reminded = before is not None and not before.is_reminded and after.is_reminded
    return (DeadlineNeared(),) if reminded else ()


def moved(before: Match | None, after: Match, seat: int) -> bool:
    """Whether a change was this seat's own doing (so that its message need not ring)."""
    if before is None:
        return seat == HOST or after.status is Status.ACTIVE
    if before.status is Status.OPEN and after.status is Status.ACTIVE:
        return seat == GUEST
    if after.status in (Status.RESIGNED, Status.CANCELLED) and after.status is not before.status:
        return after.ended_by == seat
    return len(after.seats) == len(before.seats) and after.seats[seat].picks != before.seats[seat].picks


def _beginning(match: Match, seat: int) -> tuple[Event, ...]:
    """The opening, then the start. A guest who came by a link was not there for the opening; the house needs none."""
    opening: tuple[Event, ...] = (RematchOffered(),) if match.follows else (TableOpened(),) if seat == HOST else ()
    if match.house_seat is not None:
        opening = ()
    never_started = match.status in (Status.OPEN, Status.CANCELLED, Status.EXPIRED)
    return opening if never_started else (*opening, GuestJoined(), FirstHandDealt())


def _rounds(match: Match) -> tuple[Event, ...]:
    return tuple(RoundRevealed(number) for number in range(1, min(match.revealed, ROUNDS - 1) + 1))
