"""One structured log line per decision: what happened, with codes. Never a token, a secret, a roll or a pick.

`about` says what all lines within it tell, and a `decision` writes its own line at its end, with what was noted
meanwhile. Only that line tells what was noted: side by side, nobody can say what else was noted before.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_LOGGER: Final = logging.getLogger("7776")
_DECISIONS: Final = logging.getLogger("7776.decisions")

Facts = dict[str, object]
_FACTS: Final[ContextVar[Facts | None]] = ContextVar("facts", default=None)
_NOTED: Final[ContextVar[Facts | None]] = ContextVar("noted", default=None)


def log(what: str, level: int = logging.INFO, **facts: object) -> None:
    """Write a line; the facts become fields of Lambda's JSON log."""
    _LOGGER.log(level, what, extra={**(_FACTS.get() or {}), **facts})


@contextmanager
def about(**facts: object) -> Iterator[None]:
    """Let every line within tell these facts."""
    token = _FACTS.set({**(_FACTS.get() or {}), **facts})
    try:
        yield
    finally:
        _FACTS.reset(token)


@contextmanager
def decision(what: str, **facts: object) -> Iterator[None]:
    """`about` these facts, with a line of its own at the end, which says how many milliseconds it took; an exception
    that passes is named in it.
    """
    began = time.perf_counter()
    noted: Facts = {}
    token = _NOTED.set(noted)
    with about(**facts):
        try:
            yield
        except Exception as error:
            noted["error"] = type(error).__name__
            raise
        finally:
            _NOTED.reset(token)
            noted["took_ms"] = round(1000 * (time.perf_counter() - began))
            _DECISIONS.info(what, extra={**(_FACTS.get() or {}), **noted})


def note(**facts: object) -> None:
    """Add facts to the decision under way. What is None is left out."""
    noted = _NOTED.get()
    if noted is not None:
        noted.update((name, fact) for name, fact in facts.items() if fact is not None)


def tell_start(function: str) -> None:
    """Say that a container has started, and what CPU time that took so far."""
    log("started", function=function, cpu_ms=round(1000 * time.process_time()))


def quiet_libraries() -> None:
    """Log libraries from WARNING on. At INFO httpx logs each URL, and the bot token with it."""
    for name in ("httpx", "httpcore", "telegram", "botocore", "urllib3"):
        logging.getLogger(name).setLevel(logging.WARNING)
