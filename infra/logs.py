"""One structured log line per decision: what happened, with codes. Never a token, a secret, a roll or a pick."""

from __future__ import annotations

import logging
from typing import Final

_LOGGER: Final = logging.getLogger("7776")


def log(what: str, level: int = logging.INFO, **facts: object) -> None:
    """Write a line; the facts become fields of Lambda's JSON log."""
    _LOGGER.log(level, what, extra=facts)


def quiet_libraries() -> None:
    """Log libraries from WARNING on. At INFO httpx logs each URL, and the bot token with it."""
    for name in ("httpx", "httpcore", "telegram", "botocore", "urllib3"):
        logging.getLogger(name).setLevel(logging.WARNING)
