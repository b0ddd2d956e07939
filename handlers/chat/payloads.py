"""Deep links. Behind `?start=` stands a table's share code or one of these: at most 64 of A-Z, a-z, 0-9, _ and -."""

from __future__ import annotations

import re
from typing import Final

from core.codes import ALPHABET, LENGTH

NEW: Final = "new"
"""Opens a table."""
MEET: Final = "meet"
"""Opens the chat, and says what this is."""

_CODE: Final = f"[{ALPHABET}]{{{LENGTH}}}"
_CHALLENGE: Final = re.compile(f"c-({_CODE})-({_CODE})")


def link(bot_username: str, payload: str | None = None) -> str:
    """A deep link to the bot's private chat."""
    return f"https://t.me/{bot_username}?start={payload}" if payload else f"https://t.me/{bot_username}"


def challenge(code: str, token: str) -> str:
    """Deals the hands of a finished match again; its token says which seat's."""
    return f"c-{code}-{token}"


def parse_challenge(payload: str) -> tuple[str, str] | None:
    """Code and token of a challenge; None if it is none."""
    found = _CHALLENGE.fullmatch(payload)
    return (found[1], found[2]) if found else None
