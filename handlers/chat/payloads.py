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
_LINK: Final = re.compile(
    r"(?<![\w.@/-])(?:https?://)?(?:t|telegram)\.me/(\w{1,32})/?\?start=([\w-]{1,64})(?![\w-])",
    re.ASCII | re.IGNORECASE,
)
_READ: Final = 4096
"""As many characters of a text are searched for a link as Telegram lets a message have."""


def link(bot_username: str, payload: str | None = None) -> str:
    """A deep link to the bot's private chat."""
    return f"https://t.me/{bot_username}?start={payload}" if payload else f"https://t.me/{bot_username}"


def linked(text: str, bot_username: str) -> str | None:
    """What the first deep link to this bot in a text says, as typed, pasted or forwarded; None without one."""
    links = _LINK.findall(text[:_READ])
    return next((payload for username, payload in links if username.lower() == bot_username.lower()), None)


def challenge(code: str, token: str) -> str:
    """Deals the hands of a finished match again; its token says which seat's."""
    return f"c-{code}-{token}"


def parse_challenge(payload: str) -> tuple[str, str] | None:
    """Code and token of a challenge; None if it is none."""
    found = _CHALLENGE.fullmatch(payload)
    return (found[1], found[2]) if found else None
