"""What a player may say of a round with one sign, after picking in it; the other one sees it with the reveal."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from core.match import Match, Seat, verify_change


class Reaction(StrEnum):
    """The signs that there are. A seat keeps the first letter of one for each round."""

    LAUGHTER = "laughter"
    APPLAUSE = "applause"
    HORROR = "horror"
    FIRE = "fire"


_NONE: Final = "-"
_BY_LETTER: Final = {reaction.value[0]: reaction for reaction in Reaction}


def react(match: Match, user_id: int, match_round: int, reaction: Reaction | None) -> Match:
    """Say something of the round under way, something else, or nothing after all; until its reveal.

    Raises RefusedError as `verify_change` does.
    """
    verify_change(match, user_id, match_round)
    index = match.seat_of(user_id) or 0
    said = match.seats[index].reactions[: match.revealed].ljust(match.revealed, _NONE)
    reactions = (said + (reaction.value[0] if reaction else _NONE)).rstrip(_NONE)
    return match if reactions == match.seats[index].reactions else match.with_seat(index, reactions=reactions)


def reaction_in(seat: Seat, match_round: int) -> Reaction | None:
    """What a seat has said of a round."""
    return _BY_LETTER.get(seat.reactions[match_round - 1 : match_round])
