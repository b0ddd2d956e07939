"""The small words that every screen shares: names, dice, points, combinations and times.

Sentences are written as HTML, where only a name can hold markup: `name` escapes it. The few that are shown as a toast
are plain text, and use `plain_name`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

from core import codes
from core.combinations import COSTLY, Combination
from core.levels import Level
from core.match import DAY, HOUR, MINUTE
from handlers.chat.texts import catalogue

MINUS: Final = "\u2212"
OPEN_BOX: Final = "·"
_FACES: Final = " ⚀⚁⚂⚃⚄⚅"
_MADE, _MISSED, _BURST = "🎯", "▫️", "💥"
_SQUARES: Final = 8
_HOUSE: Final = "\x02"  # a player's stored name has no control characters
_HOUSES: Final = {f"{_HOUSE}{level}": level for level in Level}
_AGAIN: Final = "↻ "
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_DIRECTIONS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Words:
    """A language's small words. `_`, `ngettext` and `pgettext` take msgids, so that tools find them; a comment that
    begins with L10n, on the line before, is shown to translators.
    """

    def __init__(self, language: str, locales: Path = catalogue.LOCALES) -> None:
        words = catalogue.catalogue(language, locales)
        self._ = words.gettext
        self.ngettext = words.ngettext
        self.pgettext = words.pgettext

    def name_alone(self, name: str | None) -> str:
        """A player's name as plain text with nothing beside it, as on a button; an empty one is all that is kept of
        somebody who has been forgotten. The house has one in each language, whoever reads it.
        """
        if name == "":
            return self.former_player()
        if name and name.startswith(_AGAIN):
            return f"{_AGAIN}{self.name_alone(name.removeprefix(_AGAIN))}"
        if name in _HOUSES:
            return self.house_name(_HOUSES[name])
        kept = (" " if character.isspace() else character for character in name or "" if _is_kept(character))
        return " ".join("".join(kept).split()) or self.player()

    def plain_name(self, name: str | None) -> str:
        """A player's name as plain text, kept from turning the words around it from right to left."""
        return f"{_ISOLATE}{self.name_alone(name)}{_END_ISOLATE}"

    def house_name(self, level: Level) -> str:
        """The house as a player at the table: short enough for a button and for any line."""
        return {
            # L10n: the name of the house where it picks at random; at most 10 characters
            Level.RANDOM: self._("Fluke"),
            # L10n: the name of the house where it takes the most points now; at most 10 characters
            Level.GREEDY: self._("Greed"),
            # L10n: the name of the house where it plays best, as in "You beat House 118 : 64"; at most 10 characters
            Level.BEST: self._("House"),
        }[level]

    def player(self) -> str:
        """Who has no name that can be shown."""
        # L10n: stands for the name of somebody whose name cannot be shown
        return self._("Player")

    def former_player(self) -> str:
        """Who has been forgotten."""
        # L10n: stands for the name of somebody who was forgotten, as in "You beat a former player 118 : 64"
        return self._("a former player")

    def name(self, name: str | None) -> str:
        """A player's name as HTML."""
        return escape(self.plain_name(name), quote=False)

    def label(self, combination: Combination) -> str:
        """A combination's name, short enough for a button."""
        return {
            # L10n: a combination on a button: at most 8 characters, for three share a row and " ✓" may follow
            Combination.TWO_OF_A_KIND: self._("2 kind"),
            # L10n: a combination on a button: at most 8 characters
            Combination.THREE_OF_A_KIND: self._("3 kind"),
            # L10n: a combination on a button: at most 8 characters
            Combination.FOUR_OF_A_KIND: self._("4 kind"),
            # L10n: a combination: five dice of one value; at most 8 characters
            Combination.POKER: self._("Poker"),
            # L10n: a combination: 1, 2, 3, 4 and 5; at most 14 characters, or lines with it are too long
            Combination.MINOR_STRAIGHT: self._("Minor Straight"),
            # L10n: a combination: 2, 3, 4, 5 and 6; at most 14 characters
            Combination.MAJOR_STRAIGHT: self._("Major Straight"),
            # L10n: a combination: 70 minus the sum of all ten dice; at most 14 characters
            Combination.MINOR_SUM: self._("Minor Sum"),
            # L10n: a combination: the sum of all ten dice; at most 14 characters
            Combination.MAJOR_SUM: self._("Major Sum"),
        }.get(combination, combination.value)

    def sure(self) -> str:
        """What ✓ on a combination's button says."""
        return self._("✓ = cannot fail now")

    def out_of_time(self) -> str:
        """What comes of letting a pick's time pass; said with the pace, before anybody sits down."""
        return self._("Running out of time loses the match.")

    def squares_key(self) -> str:
        """What the squares say."""
        return self._("🎯 made  ▫️ −10  💥 −70")

    def pace(self, seconds: int) -> str:
        if seconds % DAY == 0:
            return self.ngettext("{count} day", "{count} days", seconds // DAY).format(count=seconds // DAY)
        if seconds % HOUR == 0:
            return self.ngettext("{count} hour", "{count} hours", seconds // HOUR).format(count=seconds // HOUR)
        minutes = seconds // MINUTE
        return self.ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)

    def moment(self, at: int) -> str:
        """A coming moment: Telegram shows "in 5 hours", kept up to date; an older app shows the words within."""
        when = datetime.fromtimestamp(at, UTC)
        # L10n: the days of the week, short, in this order, with one space between
        day = self._("Mon Tue Wed Thu Fri Sat Sun").split()[when.weekday()]
        text = self._("{weekday} {time} UTC").format(weekday=day, time=f"{when:%H:%M}")
        return f'<tg-time unix="{at}" format="r">{text}</tg-time>'

    def time_left(self, seconds: int) -> str:
        """Time left in one unit, rounded down: 3 d, 20 h or 59 m."""
        if seconds >= 2 * DAY:
            # L10n: days left, as short as can be
            return self._("{count} d").format(count=seconds // DAY)
        if seconds >= HOUR:
            # L10n: hours left, as short as can be
            return self._("{count} h").format(count=seconds // HOUR)
        # L10n: minutes left, as short as can be
        return self._("{count} m").format(count=max(seconds, 0) // MINUTE)

    def count(self, value: int) -> str:
        """An amount, its thousands apart: 9,999."""
        # L10n: between thousands, as in 9,999; with nothing (“9999”), a no-break space
        return f"{value:,}".replace(",", self.pgettext("between thousands", ","))

    def tenths(self, value: float) -> str:
        """An amount to a tenth, without a sign: 12.5."""
        # L10n: before tenths, as in 12.5
        return f"{abs(value):.1f}".replace(".", self.pgettext("before tenths", "."))


def house(level: Level) -> str:
    """The house's name as its seat stores it: in no language, as others may read it in theirs, or later in another."""
    return f"{_HOUSE}{level}"


def again(name: str) -> str:
    """The stored name of a player whose throws and picks are played again, from the one that the player has."""
    return f"{_AGAIN}{name.removeprefix(_AGAIN)}"


def number(value: int) -> str:
    return f"{MINUS if value < 0 else ''}{abs(value)}"


def points(value: int) -> str:
    return f"{MINUS if value < 0 else '+'}{abs(value)}"


def totals(mine: int, theirs: int) -> str:
    return f"{number(mine)} : {number(theirs)}"


def digits(dice: Sequence[int]) -> str:
    return " ".join(str(die) for die in dice)


def faces(dice: Sequence[int]) -> str:
    return "".join(_FACES[die] for die in dice)


def grouped(dice: Sequence[int], scoring: Sequence[int] = ()) -> str:
    """Dice in ascending groups, those that score underlined: 1 <u>22</u> <u>333</u> 5 666."""
    groups: list[str] = []
    for value, group in groupby(sorted(dice)):
        shown, marked = str(value) * len(list(group)), scoring.count(value)
        groups.append(f"<u>{shown[:marked]}</u>{shown[marked:]}" if marked else shown)
    return " ".join(groups)


def squares(scored: Sequence[int]) -> list[str]:
    """Rounds as squares, from their points: eight a line."""
    marks = [_BURST if one == COSTLY else _MISSED if one < 0 else _MADE for one in scored]
    return ["".join(marks[start : start + _SQUARES]) for start in range(0, len(marks), _SQUARES)]


def code(text: str) -> str:
    return f"<code>{codes.shown(text)}</code>"


def hexadecimal(text: str) -> str:
    """64 digits in one piece, so that a tap copies them whole; the app breaks the line where it must."""
    return f"<code>{text}</code>"


def _is_kept(character: str) -> bool:
    return character not in _DIRECTIONS and (character.isspace() or unicodedata.category(character) not in ("Cc", "Cs"))
