"""A match that others watch: how it begins where somebody accepts a challenge, and what everybody may see of it.

What is seen is of the rounds that are revealed alone, whoever of the two has picked or been dealt what since.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.match import HOST, Match, Place, Seat, Status, create, join
from core.state import FORGOTTEN
from core.view import Outcome, Reveal, outcome, view


@dataclass(frozen=True)
class Watched:
    """A duel as everybody sees it, from the host's side; `outcome` is the host's, `ended_by` the seat that ended it."""

    code: str
    language: str
    names: tuple[str, str]
    status: Status
    reveals: tuple[Reveal, ...]
    outcome: Outcome
    ended_by: int | None

    @property
    def is_over(self) -> bool:
        return self.status is not Status.ACTIVE

    @property
    def totals(self) -> tuple[int, int]:
        """The host's and the guest's after the last reveal."""
        return (self.reveals[-1].my_total, self.reveals[-1].their_total) if self.reveals else (0, 0)


def accept(code: str, secret: bytes, host: Seat, guest: Seat, now: int, pace: int, duel: Place) -> Match:
    """Begin the match of a challenge that `guest` has accepted. Raises RefusedError: OWN_TABLE."""
    return shown_in(duel, join(create(code, secret, host, now, pace), guest, now))


def shown_in(duel: Place, match: Match) -> Match:
    """The match, watched there."""
    return match.model_copy(update={"duel": duel})


def chapter(match: Match) -> int:
    """How much there is to see of a duel. It never shrinks; it grows with the beginning, each reveal, the end, and each
    player who is forgotten, whose name is then to be seen no longer.
    """
    forgotten = sum(seat.user_id == FORGOTTEN for seat in match.seats)
    return int(match.has_begun) + match.revealed + match.is_over + forgotten


def watched(match: Match) -> Watched:
    """See a match that has two players as everybody may."""
    host, guest = match.seats
    return Watched(
        code=match.code,
        language=host.language,
        names=(host.name, guest.name),
        status=match.status,
        reveals=view(match, HOST).reveals,
        outcome=outcome(match, HOST),
        ended_by=match.ended_by,
    )
