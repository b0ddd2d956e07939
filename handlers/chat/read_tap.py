"""Reads what a button said.

A tap's data can be forged, so `parse` reads only what `callback_data` could have written, and answers None to all else.
That a match, round or pick exists and is this player's is for the match to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from core.codes import ALPHABET, LENGTH
from core.combinations import Combination
from core.levels import Level
from core.match import DAY, HOUR, MINUTE, ROUNDS
from core.preferences import Confirm
from core.reactions import Reaction
from handlers.chat.tap import (
    Accept,
    AskBefore,
    Back,
    Cancel,
    Card,
    Change,
    Coach,
    Forget,
    ForgetNow,
    Friend,
    History,
    Matches,
    More,
    New,
    Pace,
    Pick,
    PickNow,
    Privacy,
    Proof,
    React,
    Rematch,
    Resign,
    ResignNow,
    Review,
    Rules,
    Score,
    Set,
    Settings,
    Sit,
    Solo,
    Statistics,
    Table,
    Tap,
    Top,
)
from handlers.chat.texts.settings import SETTINGS

MAX_BYTES: Final = 64
PACES: Final = {"5m": 5 * MINUTE, "1h": HOUR, "1d": DAY, "3d": 3 * DAY}
LEVELS: Final = "levels"
"""Stands for the question at which level the house is to play."""
NOTHING: Final = "none"
"""Stands for no reaction."""
_MAC: Final = re.compile("[0-9a-f]{24}")


def parse(data: str) -> Tap | None:
    """Read a tap strictly: None for whatever no button of ours says."""
    if not data.isascii() or not 1 <= len(data) <= MAX_BYTES:
        return None
    kind, *words = data.split(":")
    read = _READERS.get(kind)
    if read is None:
        return None
    try:
        return read(*words)
    except (TypeError, ValueError):  # a wrong count of words, or a word that is none of ours
        return None


def _code(word: str) -> str:
    if len(word) != LENGTH or not set(word) <= set(ALPHABET):
        raise ValueError("not a code")
    return word


def _number(word: str, low: int, high: int) -> int:
    """A decimal number as `str` writes it: no sign, no leading zero. Raises ValueError outside low to high."""
    number = int(word)
    if str(number) != word or not low <= number <= high:
        raise ValueError("not a number in range")
    return number


def _value(name: str, word: str) -> str:
    if word not in SETTINGS.get(name, ()):
        raise ValueError("not a setting's value")
    return word


def _pace(word: str) -> int:
    if word not in PACES:
        raise ValueError("not a pace")
    return PACES[word]


def _mac(word: str) -> str:
    if not _MAC.fullmatch(word):
        raise ValueError("not a MAC")
    return word


def _of_table(tap: Callable[[str], Tap]) -> Callable[[str], Tap]:
    return lambda code: tap(_code(code))


_READERS: Final[dict[str, Callable[..., Tap]]] = {
    "pick": lambda code, match_round, combination, nth: Pick(
        _code(code), _number(match_round, 1, ROUNDS), Combination(combination), _number(nth, 0, 999)
    ),
    "pick!": lambda code, match_round, combination, nth: PickNow(
        _code(code), _number(match_round, 1, ROUNDS), Combination(combination), _number(nth, 0, 999)
    ),
    "back": lambda code, match_round: Back(_code(code), _number(match_round, 1, ROUNDS)),
    "react": lambda code, match_round, word: React(
        _code(code), _number(match_round, 1, ROUNDS), None if word == NOTHING else Reaction(word)
    ),
    "change": lambda code, match_round: Change(_code(code), _number(match_round, 1, ROUNDS)),
    "table": _of_table(Table),
    "score": _of_table(Score),
    "resign": _of_table(Resign),
    "resign!": _of_table(ResignNow),
    "cancel": _of_table(Cancel),
    "rematch": _of_table(Rematch),
    "review": _of_table(Review),
    "proof": _of_table(Proof),
    "card": _of_table(Card),
    "more": lambda code, deadline: More(_code(code), _number(deadline, 1, 10**11)),
    "accept": lambda word, host_id, until, mac: Accept(
        _pace(word), _number(host_id, 1, 2**52 - 1), _number(until, 1, 10**11), _mac(mac)
    ),
    "sit": _of_table(Sit),
    "new": lambda word: New(_pace(word)),
    "pace": lambda code, word: Pace(_code(code), _pace(word)),
    "coach": _of_table(Coach),
    "solo": lambda level: Solo(None if level == LEVELS else Level(level)),
    "rules": lambda page: Rules(_number(page, 0, 999)),
    "matches": lambda page: Matches(_number(page, 0, 999)),
    "stats": lambda page: Statistics(_number(page, 0, 999)),
    "friend": _of_table(Friend),
    "history": lambda page: History(_number(page, 0, 999)),
    "top": lambda page: Top(_number(page, 0, 999)),
    "set": lambda name, value: Set(name, _value(name, value)),
    "settings": lambda: Settings(),
    "privacy": lambda: Privacy(),
    "forget": lambda: Forget(),
    "forget!": lambda: ForgetNow(),
    "ask": lambda code, confirm: AskBefore(_code(code), Confirm(confirm)),
}
