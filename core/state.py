"""A match as data: its secret, its seats and their picks. Everything else is derived from those.

`core.match` has the moves. What is needed of this outside `core` is imported from there.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Self

from pydantic import BaseModel, ConfigDict, Field

from core import codes, dice
from core.combinations import Combination
from core.levels import Level
from core.preferences import Preferences

FORMAT: Final = 1
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
DEFAULT_PACE: Final = DAY
INVITATION_LASTS: Final = 7 * DAY
FIRST_ROUND_AT_LEAST: Final = DAY
KEPT_AFTER_END: Final = 90 * DAY
HOST, GUEST = 0, 1
"""The seats."""
HOUSE: Final = 0
"""The user id of a seat that no person holds."""
FORGOTTEN: Final = -1
"""The user id of a seat whose player has been forgotten; its name is empty."""


class Status(StrEnum):
    """Where a match stands. All but the first two are final."""

    OPEN = "open"
    ACTIVE = "active"
    FINISHED = "finished"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    ABANDONED = "abandoned"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Refusal(StrEnum):
    """Why a move was refused; nothing has changed."""

    STRANGER = "stranger"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    ENDED = "ended"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    FULL = "full"
    OWN_TABLE = "own_table"
    ALREADY_SEATED = "already_seated"
    ROUND_OVER = "round_over"
    ROUND_NOT_BEGUN = "round_not_begun"
    COMBINATION_USED = "combination_used"
    OTHER_PICK_STANDS = "other_pick_stands"
    NOTHING_PICKED = "nothing_picked"
    UNKNOWN_COUNT = "unknown_count"
    NOT_ENDED = "not_ended"
    NO_COACH = "no_coach"
    HOST_ONLY = "host_only"
    DEADLINE_MOVED = "deadline_moved"
    UNCONFIRMED = "unconfirmed"
    OPPONENT_LEFT = "opponent_left"
    ASKED_ENOUGH = "asked_enough"


class RefusedError(Exception):
    """A move that the rules do not allow; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class Seat(Preferences):
    """A player's place at the table. `picks` holds a letter per pick; `nth` counts how often this round's was made.
    `reactions` holds what `core.reactions` makes of them, a letter per round.

    The house's seat has no user: it picks by its `level` or, where an earlier match is played again, by its `script`;
    then `replays` is the user who made those picks.
    """

    user_id: int
    name: str
    word: str = ""
    is_novice: bool = False
    is_unreachable: bool = False
    picks: str = Field(default="", repr=False)
    nth: int = 0
    reactions: str = Field(default="", repr=False)
    message_id: int | None = None
    level: Level | None = None
    script: str | None = Field(default=None, repr=False)
    replays: int | None = None

    @property
    def is_person(self) -> bool:
        """Whether somebody sits here who can be told things."""
        return self.user_id not in (HOUSE, FORGOTTEN)

    @property
    def is_house(self) -> bool:
        return self.user_id == HOUSE

    @property
    def picked(self) -> tuple[Combination, ...]:
        """The seat's picks in the order of the rounds, this round's included."""
        return tuple(Combination.from_letter(letter) for letter in self.picks)


class Challenge(_Frozen):
    """An ended match that is played again: whose throws it has, and who played these hands first, with which picks."""

    code: str
    name: str
    user_id: int | None = None
    picks: str = Field(repr=False)


class Place(_Frozen):
    """Where others watch a match: a message in a group, or one that was posted by inline mode, in whatever chat."""

    inline_message_id: str | None = None
    chat_id: int | None = None
    message_id: int | None = None


class Tally(_Frozen):
    """What a match made of its two players: by seat, their ratings after it, how much it changed these, in whole
    points, and how many matches each has now won of the other; and how many were drawn.
    """

    ratings: tuple[int, int]
    changes: tuple[int, int]
    won: tuple[int, int]
    drawn: int


class Match(_Frozen):
    """The whole truth of one match; `version` grows by one with every save."""

    code: str
    version: int = 1
    status: Status = Status.OPEN
    secret: bytes = Field(repr=False)
    seats: tuple[Seat, ...]
    pace: int = DEFAULT_PACE
    created_at: int
    began_at: int | None = None
    deadline: int | None
    due_at: int | None
    ended_at: int | None = None
    ended_by: int | None = None
    follows: str | None = None
    challenge: Challenge | None = None
    duel: Place | None = None
    tally: Tally | None = None

    @property
    def is_over(self) -> bool:
        return self.status not in (Status.OPEN, Status.ACTIVE)

    @property
    def has_begun(self) -> bool:
        """Whether a guest has sat down and hands were dealt, whatever has become of the match since."""
        return self.began_at is not None or self.status not in (Status.OPEN, Status.CANCELLED, Status.EXPIRED)

    @property
    def revealed(self) -> int:
        """How many rounds both seats have picked in, 0 to 16."""
        return min(len(seat.picks) for seat in self.seats) if len(self.seats) == 2 else 0

    @property
    def round(self) -> int:
        """The round under way, 1 to 16; 16 too when all have been revealed."""
        return min(self.revealed + 1, dice.ROUNDS)

    @property
    def round_lasts(self) -> int:
        """The seconds that each pick of the round under way may take: in round 1 the host may be asleep."""
        return max(self.pace, FIRST_ROUND_AT_LEAST) if self.round == 1 else self.pace

    @property
    def is_reminded(self) -> bool:
        """Whether this round's reminder has gone out: then only the deadline is still due."""
        return self.status is Status.ACTIVE and self.due_at == self.deadline

    @property
    def house_seat(self) -> int | None:
        """The seat that plays by itself; None between friends."""
        return next((index for index, seat in enumerate(self.seats) if seat.is_house), None)

    @property
    def dice_code(self) -> str:
        """The code that goes into the dice: another match's where its throws are played again."""
        return self.challenge.code if self.challenge else self.code

    @property
    def dice_key(self) -> bytes:
        """The key of all rolls. Raises ValueError while a seat is free."""
        host, guest = self.seats
        return dice.key(self.secret, self.dice_code, host.word, guest.word)

    def challenge_token(self, seat: int) -> str | None:
        """What a link must say to let others play a seat's hands: whoever knows the secret, once all is played."""
        finished = self.status is Status.FINISHED
        return codes.derive(self.secret, "challenge", self.code, seat) if finished else None

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a user, 0 host or 1 guest; None for a stranger. An invited guest has a seat already."""
        return next((index for index, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    def opponent_of(self, user_id: int) -> Seat:
        """The other seat of a match that has begun, as a user sees it who has a seat there."""
        host, guest = self.seats
        return guest if host.user_id == user_id else host

    def with_seat(self, index: int, **update: object) -> Self:
        """The match with something else in one seat."""
        seats = tuple(seat.model_copy(update=update) if at == index else seat for at, seat in enumerate(self.seats))
        return self.model_copy(update={"seats": seats})

    def has_picked(self, seat: int) -> bool:
        """Whether a seat has picked in the round under way."""
        return len(self.seats[seat].picks) > self.revealed

    def standing_pick(self, seat: int) -> Combination | None:
        """What a seat has picked in the round under way, if it has."""
        return self.seats[seat].picked[-1] if self.has_picked(seat) else None

    def open_combinations(self, seat: int) -> tuple[Combination, ...]:
        """What a seat may pick in the round under way, in the rules' order: all but what earlier rounds used."""
        used = self.seats[seat].picked[: self.revealed]
        return tuple(combination for combination in Combination if combination not in used)
