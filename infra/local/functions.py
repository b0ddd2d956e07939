"""Runs the handlers as the Lambda runtime does: each is loaded by its dotted name, gets an event and gives a result.

Both are JSON on the way, so nothing that is no JSON gets through. A container serves one event at a time and is kept
for the next; where all are taken, a caller waits.
"""

from __future__ import annotations

import importlib
import json
import logging
import queue
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

logger = logging.getLogger(__name__)

Event = dict[str, Any]
TIMEOUT_MS: Final = 30_000
Handler = Callable[[Event, "Context"], Any]


class FunctionError(Exception):
    """A handler raised, or gave what is no JSON; the trace has been logged."""


@dataclass(frozen=True)
class Context:
    """What a handler is told of its invocation."""

    function_name: str

    def get_remaining_time_in_millis(self) -> int:
        return TIMEOUT_MS


class Function:
    """One Lambda function: the module `name`, whose `build` gets `arguments`, in at most `containers` containers."""

    def __init__(self, name: str, arguments: Mapping[str, Any], containers: int) -> None:
        self._name = name
        self._arguments = arguments
        self._build = importlib.import_module(name).build
        self._count = containers
        self._containers: queue.LifoQueue[Handler | None] = queue.LifoQueue()
        for _ in range(containers):
            self._containers.put(None)

    def __call__(self, event: Event) -> Any:
        """The handler's result. Raises FunctionError."""
        container = self._containers.get()
        try:
            handler = container = container or self._build(**self._arguments)
            return _through_json(handler(_through_json(event), Context(self._name)))
        except Exception as error:
            logger.exception("%s failed", self._name)
            raise FunctionError(self._name) from error
        finally:
            self._containers.put(container)

    def close(self) -> None:
        """Take the containers away, once each has served its event; those that know how to close do so."""
        for _ in range(self._count):
            container = self._containers.get()
            getattr(container, "close", lambda: None)()


def _through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))
