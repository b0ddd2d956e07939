"""Matches in every phase, for the tests of core and of what is built on it."""

from __future__ import annotations

from collections.abc import Sequence

from core.combinations import Combination
from core.match import Match, Seat, create, join, pick

NOW = 1_800_000_000
SECRET = bytes(range(32))
ALICE, BOB, CAROL = 1001, 1002, 1003


def seat(user_id: int) -> Seat:
    return Seat(user_id=user_id, name={ALICE: "Alice", BOB: "Bob", CAROL: "Carol"}[user_id])


def opened(secret: bytes = SECRET) -> Match:
    return create("7K3MQ9XA", secret, seat(ALICE), NOW)


def joined(secret: bytes = SECRET) -> Match:
    return join(opened(secret), seat(BOB), NOW)


def picked(match: Match, user_id: int, combination: Combination, now: int = NOW) -> Match:
    """The match after a pick by the button that is on the player's screen now."""
    index = match.seat_of(user_id)
    assert index is not None
    return pick(match, user_id, match.round, combination, match.seats[index].nth, now)


def played(rounds: int, order: Sequence[Combination] = tuple(Combination), secret: bytes = SECRET) -> Match:
    """A match after so many revealed rounds, both seats picking in the same order."""
    match = joined(secret)
    for combination in order[:rounds]:
        match = picked(picked(match, ALICE, combination), BOB, combination)
    return match
