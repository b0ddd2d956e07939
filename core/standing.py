"""What an ended match has made of one of its players: the rating, and how the two stand with each other."""

from __future__ import annotations

from typing import NamedTuple

from core.match import Match


class Standing(NamedTuple):
    """A seat's rating after the match, by how much it changed, and how often it has won of the other, lost to it and
    drawn with it by now.
    """

    rating: int
    change: int
    won: int
    lost: int
    drawn: int

    @property
    def is_history(self) -> bool:
        """Whether the two had played before."""
        return self.won + self.lost + self.drawn > 1


def standing(match: Match, seat: int) -> Standing | None:
    """None for a match that counts for no rating, and while it goes on."""
    tally = match.tally
    if tally is None:
        return None
    return Standing(tally.ratings[seat], tally.changes[seat], tally.won[seat], tally.won[1 - seat], tally.drawn)
