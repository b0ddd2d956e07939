"""The matches of a transcript, as far as the checker knows them: whose they are, by which secret, and what each seat's
chat has been told so far.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tests.e2e import oracle
from tests.e2e.reading import Reveal
from tests.soak import picks
from tests.soak.reading import Message, read

Json = dict[str, Any]

ROUNDS: Final = 16
THE_END: Final = 100


@dataclass
class Seat:
    """One seat's chat, as far as one match goes."""

    chat: int
    reveals: dict[int, Reveal] = field(default_factory=dict)
    furthest: int = -1
    told: set[int] = field(default_factory=set)
    end: str | None = None
    end_round: int | None = None
    end_totals: tuple[int, int] | None = None
    taps: picks.Taps = field(default_factory=picks.Taps)
    has_resigned: bool = False


@dataclass
class Match:
    """A match by its code; `seats` holds the host's first, or the player's alone where the house sits opposite."""

    code: str
    secret: bytes | None = None
    seals: set[str] = field(default_factory=set)
    seats: list[Seat] = field(default_factory=list)
    _throws: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def seat(self, chat: int) -> int | None:
        return next((index for index, seat in enumerate(self.seats) if seat.chat == chat), None)

    def throw(self, match_round: int, seat: int) -> list[int]:
        """By the secret, which must be known."""
        assert self.secret is not None
        if (match_round, seat) not in self._throws:
            self._throws[match_round, seat] = oracle.throw(self.secret, self.code, match_round, seat)
        return self._throws[match_round, seat]


def found_in(events: Iterator[Json]) -> dict[str, Match]:
    """First look: which matches there are, whose, and by which secret. The host's chat has the invitation."""
    matches: dict[str, Match] = {}
    hosts: dict[str, int] = {}
    players: dict[str, dict[int, None]] = defaultdict(dict)
    for event in events:
        if event["kind"] not in ("post", "edit"):
            continue
        message = read(event)
        if message.code is None:
            continue
        match = matches.setdefault(message.code, Match(message.code))
        players[message.code][event["chat"]] = None
        if message.is_invitation:
            hosts[message.code] = event["chat"]
        if message.end and message.secret:
            match.secret = message.secret
    for code, match in matches.items():
        chats = sorted(players[code], key=lambda chat: chat != hosts.get(code))
        match.seats = [Seat(chat) for chat in chats]
    return matches


def round_of(match: Match, chat: int, message: Message) -> int | None:
    """The round that a message reveals: the one before the hand in it, or the last; or else the one with these dice."""
    index, reveal = match.seat(chat), message.reveal
    if match.secret is None or index is None or reveal is None:
        return None
    wanted = reveal.mine.dice, reveal.theirs.dice
    rounds = [n for n in range(1, ROUNDS + 1) if (match.throw(n, index), match.throw(n, 1 - index)) == wanted]
    if message.round is None:
        told = match.seats[index].reveals
        return next((number for number in rounds if number not in told), rounds[0] if rounds else None)
    number = message.round - (message.end is None)
    return number if number in rounds else None


def place_of(match: Match, index: int, message: Message) -> int | None:
    """Where a message stands in the tale of its match; None for one that stands beside it."""
    if message.end:
        return THE_END
    if message.is_invitation:
        return 0
    if message.is_start:
        return 1
    if message.reveal is not None:
        number = round_of(match, match.seats[index].chat, message)
        return None if number is None else number + 2
    return message.round + 1 if message.hand is not None and message.round is not None else None
