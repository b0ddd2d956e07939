"""Matches that a player has alone: against the house at one of its levels, or on the throws of a match that has ended.

The house picks in the same move as the player. What it picks follows from its own roll, its own open combinations and,
at random, the key of the dice: nothing of the other seat goes in.
"""

from __future__ import annotations

from core import house
from core import match as matches
from core.combinations import Combination
from core.levels import Level
from core.state import DEFAULT_PACE, HOUSE, Challenge, Match, Refusal, RefusedError, Seat, Status


def begin(code: str, secret: bytes, player: Seat, level: Level, house_name: str, now: int) -> Match:
    """A match against the house. It starts at once, with the player as its host."""
    return _started(code, secret, player, Seat(user_id=HOUSE, name=house_name, level=level), now)


def begin_challenge(original: Match, seat: int, code: str, player: Seat, replayed_name: str, now: int) -> Match:
    """Play the hands that a seat of a finished match had, against the throws and picks that it met.

    The player takes that very seat and its lucky word, so that all throws are the same. Raises RefusedError: NOT_ENDED.
    """
    if original.status is not Status.FINISHED:
        raise RefusedError(Refusal.NOT_ENDED)
    first, other = original.seats[seat], original.seats[1 - seat]
    mine = player.model_copy(update={"word": first.word})
    met = other.user_id if other.is_person else other.replays
    replayed = Seat(user_id=HOUSE, name=replayed_name, word=other.word, script=other.picks, replays=met)
    match = _started(code, original.secret, mine, replayed, now)
    return match.model_copy(
        update={
            "seats": match.seats if seat == 0 else match.seats[::-1],
            "challenge": Challenge(
                code=original.dice_code,
                name=first.name,
                user_id=first.user_id if first.is_person else None,
                picks=first.picks,
            ),
        }
    )


def again(previous: Match, code: str, secret: bytes, player: Seat, now: int) -> Match:
    """Another match like one that has ended: new dice against the house, the same ones in a challenge.

    Raises RefusedError: NOT_ENDED.
    """
    if not previous.is_over:
        raise RefusedError(Refusal.NOT_ENDED)
    seats = tuple(_renewed(seat, player, previous) for seat in previous.seats)
    match = _started(code, previous.secret if previous.challenge else secret, seats[0], seats[1], now)
    return match.model_copy(update={"challenge": previous.challenge, "follows": previous.code})


def answered(match: Match, now: int) -> Match:
    """The match once the house has picked too, which ends the round; unchanged where it is not its turn."""
    seat = match.house_seat
    if seat is None or match.status is not Status.ACTIVE or not match.has_picked(1 - seat):
        return match
    return matches.pick(match, HOUSE, match.round, _pick(match, seat), match.seats[seat].nth, now)


def challenged_seat(match: Match, token: str) -> int | None:
    """The seat whose hands a link gives to play; None if the token is none of this match's."""
    return next((seat for seat in (0, 1) if match.challenge_token(seat) == token), None)


def _pick(match: Match, seat: int) -> Combination:
    player = match.seats[seat]
    if player.script is not None:
        return Combination.from_letter(player.script[match.round - 1])
    level = player.level or Level.BEST
    return house.answer(level, match.dice_key, match.round, seat, match.open_combinations(seat))


def _started(code: str, secret: bytes, first: Seat, second: Seat, now: int) -> Match:
    return matches.join(matches.create(code, secret, first, now, DEFAULT_PACE), second, now)


def _renewed(seat: Seat, player: Seat, previous: Match) -> Seat:
    if seat.is_house:
        return seat.model_copy(update={"picks": "", "nth": 0})
    return player.model_copy(update={"word": seat.word}) if previous.challenge else player
