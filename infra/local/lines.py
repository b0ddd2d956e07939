"""What the bot on one machine prints: a line per event, with its time, and no secret whatever the event."""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from infra.logs import quiet_libraries

_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_COMMAND: Final = re.compile(r"/[A-Za-z_]{1,32}")
_ACTION: Final = re.compile(r"([a-z!]{1,16})(?::([0-9A-HJKMNP-TV-Z]{8})(?::|$))?")
_UNPRINTABLE: Final = re.compile(r"[^ -~]")


class OneLine(logging.Formatter):
    """`12:59:59 what key=value`. `secrets` are strings that are never shown."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(message)s", "%H:%M:%S")
        self._secrets = sorted(secrets, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        facts = {name: value for name, value in vars(record).items() if name not in _OWN}
        words = [self.formatTime(record, self.datefmt), record.getMessage(), *(_fact(*fact) for fact in facts.items())]
        if record.levelno >= logging.WARNING:
            words.insert(1, record.levelname)
        if record.exc_info and record.exc_info[1] is not None:
            words.append(_fault(record.exc_info[1]))
        return self._cleared(_UNPRINTABLE.sub("?", " ".join(words)))

    def _cleared(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


def print_lines(secrets: Iterable[str]) -> None:
    """Have what the bot logs printed so, and of all others their warnings."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(secrets))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("7776").setLevel(logging.INFO)
    logging.getLogger("7776.decisions").setLevel(logging.WARNING)  # what came and what became of it is a line already
    quiet_libraries()


def described(update: dict[str, Any]) -> str:
    """What an update is, without what only its sender may know: a tap's combination, the words of a message."""
    if "callback_query" in update:
        found = _ACTION.match(str(update["callback_query"].get("data", "")))
        return " ".join(["tap", *filter(None, found.groups() if found else ())])
    if "message" in update:
        command = _COMMAND.match(str(update["message"].get("text", "")))
        return command[0] if command else "message"
    return next((name for name in update if name != "update_id"), "nothing")


def _fact(name: str, value: object) -> str:
    text = str(value)
    return f"{name}={text!r}" if " " in text else f"{name}={text}"


def _fault(error: BaseException) -> str:
    """An exception's kind and place. Its text may hold anything, an address with the token in it for one."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"({type(error).__name__}{place})"
