"""What a tap on one of the bot's buttons asks for, once its data has been read."""

from __future__ import annotations

from dataclasses import dataclass

from core.combinations import Combination
from core.levels import Level
from core.preferences import Confirm
from core.reactions import Reaction


class Tap:
    """What a button asks for."""


@dataclass(frozen=True)
class Pick(Tap):
    """Pick a combination; `nth` counts the picks that the seat had made in this round when the button was drawn."""

    code: str
    round: int
    combination: Combination
    nth: int


class PickNow(Pick):
    """The same, once the player has been asked."""


@dataclass(frozen=True)
class Back(Tap):
    """Show the hand of this round again, without the question."""

    code: str
    round: int


@dataclass(frozen=True)
class Change(Tap):
    """Show the keyboard of this round again."""

    code: str
    round: int


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class React(Tap):
    """Say this of the round; None takes it back."""

    code: str
    round: int
    reaction: Reaction | None


@dataclass(frozen=True)
class More(Tap):
    """Give the opponent more time, once per deadline."""

    code: str
    deadline: int


@dataclass(frozen=True)
class Accept(Tap):
    """Accept a challenge that was posted where others see it; it closes at `until`. `mac` is for the bot to check."""

    pace: int
    host_id: int
    until: int
    mac: str


@dataclass(frozen=True)
class New(Tap):
    """Open a table; pace in seconds per pick."""

    pace: int


@dataclass(frozen=True)
class Pace(Tap):
    """Set the pace of a table that waits for its guest; in seconds per pick."""

    code: str
    pace: int


@dataclass(frozen=True)
class Solo(Tap):
    """Play the house at a level; None asks which."""

    level: Level | None


@dataclass(frozen=True)
class Rules(Tap):
    """Turn the booklet to a page; page 0 asks for a new message with the first one."""

    page: int


@dataclass(frozen=True)
class Matches(Tap):
    """Turn the list of matches to a page; page 0 asks for a new message with the first one."""

    page: int


@dataclass(frozen=True)
class Statistics(Tap):
    """Show the player's numbers with a page of the friends; page 0 asks for a new message with the first one."""

    page: int


class Friend(OfTable):
    """Show how the player and a friend stand; the code is that of their first match."""


@dataclass(frozen=True)
class History(Tap):
    """Turn the list of past matches to a page; page 0 asks for a new message with the first one."""

    page: int


@dataclass(frozen=True)
class Top(Tap):
    """Turn the list of ratings to a page; page 0 asks for a new message with the first one."""

    page: int


@dataclass(frozen=True)
class Set(Tap):
    """Set a setting to a value."""

    name: str
    value: str


@dataclass(frozen=True)
class AskBefore(Tap):
    """Answer the offer to be asked before some picks."""

    code: str
    confirm: Confirm


@dataclass(frozen=True)
class Settings(Tap):
    """Show the settings."""


@dataclass(frozen=True)
class Privacy(Tap):
    """Say what is kept about players."""


@dataclass(frozen=True)
class Forget(Tap):
    """Ask before forgetting a player."""


@dataclass(frozen=True)
class ForgetNow(Tap):
    """Forget the player."""
