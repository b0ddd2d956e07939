"""What a tap on one of the bot's buttons asks for, once its data has been read.

A frozen dataclass takes three times as long to make as a bare one, and every cold start makes all of these.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.combinations import Combination
from core.levels import Level
from core.preferences import Confirm
from core.reactions import Reaction


class Tap:
    """What a button asks for; never changed. Two are equal that ask for the same."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


@dataclass(eq=False, repr=False)
class Pick(Tap):
    """Pick a combination; `nth` counts the picks that the seat had made in this round when the button was drawn."""

    code: str
    round: int
    combination: Combination
    nth: int


class PickNow(Pick):
    """The same, once the player has been asked."""


@dataclass(eq=False, repr=False)
class OfRound(Tap):
    """A tap that names a round of a match and nothing else."""

    code: str
    round: int


class Back(OfRound):
    """Show the hand of this round again, without the question."""


class Change(OfRound):
    """Show the keyboard of this round again."""


@dataclass(eq=False, repr=False)
class OfTable(Tap):
    """A tap that names a table and nothing else."""

    code: str


class Table(OfTable):
    """Bring the table back."""


class Score(OfTable):
    """Show the score card."""


class Resign(OfTable):
    """Ask before resigning."""


class ResignNow(OfTable):
    """Resign."""


class Cancel(OfTable):
    """Close a table that has not started, or decline a rematch."""


class Rematch(OfTable):
    """Ask for a rematch of this ended match, or agree to one."""


class Review(OfTable):
    """Look back at the choices of an ended match."""


class Proof(OfTable):
    """Send what is needed to check the dice."""


class Card(OfTable):
    """Send the result as a picture."""


class Sit(OfTable):
    """Sit down at a table that its host has posted where others see it."""


class Coach(OfTable):
    """Say what the hand of a match against the house is good for."""


@dataclass(eq=False, repr=False)
class React(Tap):
    """Say this of the round; None takes it back."""

    code: str
    round: int
    reaction: Reaction | None


@dataclass(eq=False, repr=False)
class More(Tap):
    """Give the opponent more time, once per deadline."""

    code: str
    deadline: int


@dataclass(eq=False, repr=False)
class Accept(Tap):
    """Accept a challenge that was posted where others see it; it closes at `until`. `mac` is for the bot to check."""

    pace: int
    host_id: int
    until: int
    mac: str


@dataclass(eq=False, repr=False)
class New(Tap):
    """Open a table; pace in seconds per pick."""

    pace: int


@dataclass(eq=False, repr=False)
class Pace(Tap):
    """Set the pace of a table that waits for its guest; in seconds per pick."""

    code: str
    pace: int


@dataclass(eq=False, repr=False)
class Solo(Tap):
    """Play the house at a level; None asks which."""

    level: Level | None


@dataclass(eq=False, repr=False)
class OfPage(Tap):
    """A tap that names a page of a list; page 0 asks for a new message with the first one."""

    page: int


class Rules(OfPage):
    """Turn the booklet to a page."""


class Matches(OfPage):
    """Turn the list of matches to a page."""


class Statistics(OfPage):
    """Show the player's numbers with a page of the friends."""


class Friend(OfTable):
    """Show how the player and a friend stand; the code is that of their first match."""


class History(OfPage):
    """Turn the list of past matches to a page."""


class Top(OfPage):
    """Turn the list of ratings to a page."""


@dataclass(eq=False, repr=False)
class Set(Tap):
    """Set a setting to a value."""

    name: str
    value: str


@dataclass(eq=False, repr=False)
class AskBefore(Tap):
    """Answer the offer to be asked before some picks."""

    code: str
    confirm: Confirm


class Settings(Tap):
    """Show the settings."""


class Privacy(Tap):
    """Say what is kept about players."""


class Forget(Tap):
    """Ask before forgetting a player."""


class ForgetNow(Tap):
    """Forget the player."""
