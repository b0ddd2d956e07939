"""What a button says when it is tapped: short ASCII words joined by colons. Only `read_tap.parse` reads them."""

from __future__ import annotations

from core.combinations import Combination
from core.levels import Level
from core.match import DEFAULT_PACE
from core.preferences import Confirm
from core.reactions import Reaction
from handlers.chat.read_tap import LEVELS, NOTHING, PACES
from handlers.chat.tap import Accept

SETTINGS, PRIVACY, FORGET, FORGET_NOW = "settings", "privacy", "forget", "forget!"
"""Taps that need no more words: the screens by these names, the question, and what it asks."""

_PACE_WORDS = {seconds: word for word, seconds in PACES.items()}


def pick(code: str, match_round: int, combination: Combination, nth: int) -> str:
    return f"pick:{code}:{match_round}:{combination}:{nth}"


def pick_now(code: str, match_round: int, combination: Combination, nth: int) -> str:
    return f"pick!:{code}:{match_round}:{combination}:{nth}"


def back(code: str, match_round: int) -> str:
    return f"back:{code}:{match_round}"


def react(code: str, match_round: int, reaction: Reaction | None) -> str:
    return f"react:{code}:{match_round}:{reaction or NOTHING}"


def change(code: str, match_round: int) -> str:
    return f"change:{code}:{match_round}"


def table(code: str) -> str:
    return f"table:{code}"


def score(code: str) -> str:
    return f"score:{code}"


def resign(code: str) -> str:
    return f"resign:{code}"


def resign_now(code: str) -> str:
    return f"resign!:{code}"


def cancel(code: str) -> str:
    return f"cancel:{code}"


def rematch(code: str) -> str:
    return f"rematch:{code}"


def review(code: str) -> str:
    return f"review:{code}"


def proof(code: str) -> str:
    return f"proof:{code}"


def card(code: str) -> str:
    return f"card:{code}"


def coach(code: str) -> str:
    return f"coach:{code}"


def solo(level: Level | None = None) -> str:
    """Play the house at a level, or ask which."""
    return f"solo:{level or LEVELS}"


def sit(code: str) -> str:
    return f"sit:{code}"


def accept(tap: Accept) -> str:
    """Raises KeyError for a pace that is not offered."""
    return f"accept:{_PACE_WORDS[tap.pace]}:{tap.host_id}:{tap.until}:{tap.mac}"


def more(code: str, deadline: int) -> str:
    return f"more:{code}:{deadline}"


def new(pace: int = DEFAULT_PACE) -> str:
    """Raises KeyError for a pace that is not offered."""
    return f"new:{_PACE_WORDS[pace]}"


def pace(code: str, seconds: int) -> str:
    """Raises KeyError for a pace that is not offered."""
    return f"pace:{code}:{_PACE_WORDS[seconds]}"


def rules(page: int) -> str:
    return f"rules:{page}"


def matches(page: int) -> str:
    return f"matches:{page}"


def statistics(page: int) -> str:
    return f"stats:{page}"


def friend(code: str) -> str:
    """`code` is that of the first match with the friend."""
    return f"friend:{code}"


def history(page: int) -> str:
    return f"history:{page}"


def top(page: int) -> str:
    return f"top:{page}"


def set_to(name: str, value: str) -> str:
    return f"set:{name}:{value}"


def ask_before(code: str, confirm: Confirm) -> str:
    """Answers the offer that is made after a slip."""
    return f"ask:{code}:{confirm}"
