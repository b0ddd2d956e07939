"""What has happened in a match, as events in the past tense.

`story` is the whole tale for one seat, and grows only at its end: whoever knows how much of it a chat has heard knows
what to tell next, whatever was missed in between. `notices` are the passing things that belong to one change alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.match import GUEST, HOST, ROUNDS, Match, Status


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


@dataclass(frozen=True)
class OpponentLost:
    """The other player gets no messages any more."""


@dataclass(frozen=True)
class PlayerReturned:
    """The seat's own player, who got no messages, has been heard of again."""


@dataclass(frozen=True)
class TimeGiven:
    """The other player, who waits, has let this one have more time."""


Event = TableOpened | RematchOffered | GuestJoined | FirstHandDealt | RoundRevealed | MatchEnded
Notice = DeadlineNeared | OpponentLost | PlayerReturned | TimeGiven


def story(match: Match, seat: int) -> tuple[Event, ...]:
    """Tell a match from the beginning as its seat lived it. A later state's story begins with an earlier one's."""
    return (*_beginning(match, seat), *_rounds(match), *((MatchEnded(),) if match.is_over else ()))


def notices(before: Match | None, after: Match, seat: int) -> tuple[Notice, ...]:
    """What a change calls for in a seat's chat beside the story; without a change, what a missed one may have."""
    if before is None or after.is_over:
        return ()
    if before == after:
        return tuple(notice for notice in still_true(after, seat) if notice != TimeGiven())
    found: tuple[tuple[Notice, bool], ...] = (
        (DeadlineNeared(), after.is_reminded and not before.is_reminded),
        (OpponentLost(), _is_loss(before, after, seat)),
        (PlayerReturned(), _is_lost(before, seat) and not _is_lost(after, seat)),
        (TimeGiven(), _is_longer(before, after) and not after.has_picked(seat)),
    )
    return tuple(notice for notice, is_news in found if is_news)


def still_true(match: Match, seat: int) -> tuple[Notice, ...]:
    """Which notices would be true of a match as it is, if earlier changes called for them."""
    found: tuple[tuple[Notice, bool], ...] = (
        (DeadlineNeared(), match.is_reminded),
        (OpponentLost(), not match.is_over and _is_lost(match, 1 - seat)),
        (TimeGiven(), match.status is Status.ACTIVE and not match.is_reminded and not match.has_picked(seat)),
    )
    return tuple(notice for notice, is_true in found if is_true)


def _is_loss(before: Match, after: Match, seat: int) -> bool:
    """Whether the other player has been lost, and this one does not know. Who sits down and has yet to open the chat
    with the bot, as who accepts a challenge may, is no loss.
    """
    other = 1 - seat
    is_known = _is_there(before, seat) and _is_lost(before, other)
    return _is_there(before, other) and _is_lost(after, other) and not is_known


def _is_longer(before: Match, after: Match) -> bool:
    """Whether the round under way ends later than it did."""
    is_same_round = before.status is after.status is Status.ACTIVE and before.revealed == after.revealed
    return is_same_round and (after.deadline or 0) > (before.deadline or 0)


def moved(before: Match | None, after: Match, seat: int) -> bool:
    """Whether a change was this seat's own doing, or takes back what it was asked: then its message need not ring."""
    if before is None:
        return seat == (GUEST if after.duel else HOST) or after.house_seat is not None
    if before.status is Status.OPEN and after.status is Status.ACTIVE:
        return seat == GUEST
    if PlayerReturned() in notices(before, after, seat):
        return True
    if after.status in (Status.RESIGNED, Status.CANCELLED) and after.status is not before.status:
        return after.ended_by == seat or (not after.has_begun and after.ended_by == HOST)
    return len(after.seats) == len(before.seats) and after.seats[seat].picks != before.seats[seat].picks


def _beginning(match: Match, seat: int) -> tuple[Event, ...]:
    """The opening, then the start. A guest who came by a link was not there for the opening; the house needs none."""
    opening: tuple[Event, ...] = (RematchOffered(),) if match.follows else (TableOpened(),) if seat == HOST else ()
    if match.house_seat is not None:
        opening = ()
    return (*opening, GuestJoined(), FirstHandDealt()) if match.has_begun else opening


def _rounds(match: Match) -> tuple[Event, ...]:
    return tuple(RoundRevealed(number) for number in range(1, min(match.revealed, ROUNDS - 1) + 1))


def _is_there(match: Match, seat: int) -> bool:
    return seat < len(match.seats)


def _is_lost(match: Match, seat: int) -> bool:
    return _is_there(match, seat) and match.seats[seat].is_unreachable
