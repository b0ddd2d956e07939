"""What one seat may see of a match.

This is the only place that decides it. A `View` holds a seat's own hand and pick, and of the other seat nothing but
whether it is ready, until a round is revealed; the secret only once the match is over. Screens get a view, and never a
match.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from core import dice
from core.combinations import Combination, is_certain, score, scoring_dice
from core.levels import Level
from core.match import Match, Status
from core.preferences import Reminders
from core.reactions import Reaction, reaction_in
from core.standing import Standing, standing
from core.state import FORGOTTEN
from core.wishes import first_slip

Hand = tuple[int, ...]


class Outcome(Enum):
    """How a match ended for one seat; NONE where nobody won (cancelled, expired, abandoned) or it goes on."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    NONE = "none"


class Throw(NamedTuple):
    """One seat's part of a revealed round: its five dice in ascending order, its pick and what the pick scored."""

    dice: Hand
    combination: Combination
    points: int
    is_made: bool
    scoring_dice: Hand
    reaction: Reaction | None = None


class Reveal(NamedTuple):
    """A revealed round. The totals are those after it."""

    round: int
    mine: Throw
    theirs: Throw
    my_total: int
    their_total: int


class Rival(NamedTuple):
    """Who a seat is measured by, and what that one did in each round that may be told."""

    name: str
    throws: tuple[Throw, ...]

    @property
    def total(self) -> int:
        return sum(throw.points for throw in self.throws)


@dataclass(frozen=True)
class View:
    """A match as one seat sees it. `hand` is ascending, and None while no round is under way.

    `house` is the level of an opponent that is the house. `first` played the same hands before, whose throws only the
    end tells; `replays` is the code of that match. Once all is over, `lucky_words` are the host's and the guest's, and
    `challenge_token` lets others play this seat's hands. `offers_to_ask` where the last reveal is the player's first
    slip, who has never said whether to be asked before such picks. Others watch a match that `is_duel`.
    """

    code: str
    seat: int
    status: Status
    language: str
    my_name: str
    their_name: str | None
    follows: str | None
    is_novice: bool
    pace: int
    deadline: int | None
    seal: str
    secret: str | None
    has_begun: bool
    round: int
    round_lasts: int
    hand: Hand | None = field(repr=False)
    open_combinations: tuple[Combination, ...]
    certain: frozenset[Combination] = field(repr=False)
    my_pick: Combination | None = field(repr=False)
    nth: int
    they_are_ready: bool
    they_are_unreachable: bool
    reveals: tuple[Reveal, ...]
    ended_by_me: bool | None
    outcome: Outcome
    is_solo: bool
    house: Level | None
    first: Rival | None
    lucky_words: tuple[str, str] | None
    replays: str | None
    challenge_token: str | None
    is_duel: bool
    has_coach: bool = False
    they_are_reminded: bool = True
    offers_to_ask: bool = False
    they_have_left: bool = False
    my_reaction: Reaction | None = field(default=None, repr=False)
    standing: Standing | None = None

    @property
    def my_total(self) -> int:
        return self.reveals[-1].my_total if self.reveals else 0

    @property
    def their_total(self) -> int:
        return self.reveals[-1].their_total if self.reveals else 0

    @property
    def rival(self) -> Rival:
        """Who played the same hands first or, where nobody did, the opponent."""
        return self.first or Rival(self.their_name or "", tuple(shown.theirs for shown in self.reveals))


def view(match: Match, seat: int) -> View:
    """See a match from a seat, 0 host or 1 guest."""
    mine, reveals = match.seats[seat], _reveals(match, seat)
    theirs = match.seats[1 - seat] if len(match.seats) == 2 else None
    hand = _hand(match, match.round, seat) if match.status is Status.ACTIVE else None
    choices = match.open_combinations(seat) if hand else ()
    return View(
        code=match.code,
        seat=seat,
        status=match.status,
        language=mine.language,
        my_name=mine.name,
        their_name=theirs.name if theirs else None,
        follows=match.follows,
        is_novice=mine.is_novice,
        pace=match.pace,
        deadline=match.deadline,
        seal=dice.seal(match.secret),
        secret=match.secret.hex() if match.is_over else None,
        has_begun=match.has_begun,
        round=match.round,
        round_lasts=match.round_lasts,
        hand=hand,
        open_combinations=choices,
        certain=frozenset(choice for choice in choices if hand and is_certain(choice, hand)),
        my_pick=match.standing_pick(seat) if hand else None,
        nth=mine.nth,
        they_are_ready=hand is not None and (match.has_picked(1 - seat) or match.seats[1 - seat].is_house),
        they_are_unreachable=theirs is not None and theirs.is_unreachable,
        reveals=reveals,
        ended_by_me=None if match.ended_by is None else match.ended_by == seat,
        outcome=outcome(match, seat),
        is_solo=match.house_seat is not None,
        house=theirs.level if theirs else None,
        first=_first(match, reveals),
        lucky_words=_lucky_words(match),
        replays=match.challenge.code if match.challenge else None,
        challenge_token=match.challenge_token(seat),
        is_duel=match.duel is not None,
        has_coach=mine.coach and theirs is not None and theirs.level is not None,
        they_are_reminded=theirs is not None and theirs.reminders is not Reminders.OFF,
        my_reaction=reaction_in(mine, match.round) if hand else None,
        they_have_left=theirs is not None and theirs.user_id == FORGOTTEN,
        offers_to_ask=hand is not None and mine.confirm is None and first_slip(reveals) == len(reveals) > 0,
        standing=standing(match, seat),
    )


def outcome(match: Match, seat: int) -> Outcome:
    """How the match ended for a seat: by totals, or against the seat that resigned or forfeited."""
    if match.status in (Status.RESIGNED, Status.FORFEITED):
        return Outcome.LOST if match.ended_by == seat else Outcome.WON
    if match.status is not Status.FINISHED:
        return Outcome.NONE
    mine, theirs = totals(match, seat)
    if mine == theirs:
        return Outcome.DRAWN
    return Outcome.WON if mine > theirs else Outcome.LOST


def totals(match: Match, seat: int) -> tuple[int, int]:
    """The seat's total over the revealed rounds, and the other seat's."""
    reveals = _reveals(match, seat)
    return (reveals[-1].my_total, reveals[-1].their_total) if reveals else (0, 0)


def thrown(match: Match, seat: int) -> Counter[int]:
    """How often each value lay among the seat's own dice in the revealed rounds."""
    return Counter(die for number in range(1, match.revealed + 1) for die in _hand(match, number, seat))


def _reveals(match: Match, seat: int) -> tuple[Reveal, ...]:
    if not match.revealed:
        return ()
    key, my_picks, their_picks = match.dice_key, match.seats[seat].picked, match.seats[1 - seat].picked
    reveals: list[Reveal] = []
    my_total = their_total = 0
    for match_round, (my_pick, their_pick) in enumerate(zip(my_picks, their_picks, strict=False), 1):
        my_hand, their_hand = _roll(key, match_round, seat), _roll(key, match_round, 1 - seat)
        mine = _throw(my_hand, their_hand, my_pick, reaction_in(match.seats[seat], match_round))
        theirs = _throw(their_hand, my_hand, their_pick, reaction_in(match.seats[1 - seat], match_round))
        my_total, their_total = my_total + mine.points, their_total + theirs.points
        reveals.append(Reveal(match_round, mine, theirs, my_total, their_total))
    return tuple(reveals)


def _throw(hand: Hand, other: Hand, combination: Combination, reaction: Reaction | None = None) -> Throw:
    ten = hand + other
    scoring = scoring_dice(combination, ten)
    return Throw(hand, combination, score(combination, ten), bool(scoring), scoring, reaction)


def _hand(match: Match, match_round: int, seat: int) -> Hand:
    return _roll(match.dice_key, match_round, seat)


def _roll(key: bytes, match_round: int, seat: int) -> Hand:
    return tuple(sorted(dice.roll(key, match_round, seat)))


def _first(match: Match, reveals: tuple[Reveal, ...]) -> Rival | None:
    if match.challenge is None:
        return None
    picks = [Combination.from_letter(letter) for letter in match.challenge.picks] if match.is_over else []
    shown = zip(reveals, picks, strict=False)
    return Rival(match.challenge.name, tuple(_throw(one.mine.dice, one.theirs.dice, pick) for one, pick in shown))


def _lucky_words(match: Match) -> tuple[str, str] | None:
    if not match.is_over or len(match.seats) < 2:
        return None
    host, guest = match.seats
    return host.word, guest.word
