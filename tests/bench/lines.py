"""Log lines as the functions write them on AWS, and how many bytes they are."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_REQUEST_ID: Final = "00000000-0000-0000-0000-000000000000"
_LEFT_OUT: Final = vars(logging.makeLogRecord({})).keys() - {"taskName"}


class Lines(logging.Handler):
    """Counts the lines of this bot's own loggers, by what they say."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.count: Counter[str] = Counter()
        self.bytes = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count[record.getMessage()] += 1
        self.bytes += len(_line(record).encode())


def _line(record: logging.LogRecord) -> str:
    """What Lambda's Python runtime makes of a record with `LogFormat: JSON`."""
    named = {
        "timestamp": "2026-11-30T12:00:00Z",
        "level": record.levelname,
        "message": record.getMessage(),
        "logger": record.name,
        "requestId": _REQUEST_ID,
    }
    facts = {name: fact for name, fact in vars(record).items() if name not in _LEFT_OUT and fact is not None}
    return json.dumps(named | facts, ensure_ascii=False, default=str) + "\n"


@contextmanager
def counting_lines() -> Iterator[Lines]:
    """Count what is logged from now on."""
    logger, lines = logging.getLogger("7776"), Lines()
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(lines)
    try:
        yield lines
    finally:
        logger.removeHandler(lines)
        logger.setLevel(level)
