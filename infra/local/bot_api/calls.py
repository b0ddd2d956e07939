"""The log of every Bot API call, for tests to read: method, parameters and answer, and never a token."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from infra.local.bot_api.errors import Json

Via = Literal["call", "webhook"]


@dataclass
class Calls:
    _calls: list[Json] = field(default_factory=list)
    _secrets: set[str] = field(default_factory=set)

    def hide(self, secret: str) -> None:
        """From now on this string is written as ***."""
        if secret:
            self._secrets.add(secret)

    def add(self, at: int, bot_id: int, method: str, parameters: Json, via: Via, answer: Json) -> None:
        call = {"n": len(self._calls) + 1, "at": at, "bot_id": bot_id, "method": method, "parameters": parameters}
        self._calls.append(self._cleared(call | {"via": via, "answer": answer}))

    def after(self, number: int) -> list[Json]:
        return self._calls[max(number, 0) :]

    def _cleared(self, call: Json) -> Json:
        text = json.dumps(call)
        for secret in _longest_first(self._secrets):
            text = text.replace(json.dumps(secret)[1:-1], "***")
        cleared: Json = json.loads(text)
        return cleared


def _longest_first(texts: Iterable[str]) -> list[str]:
    return sorted(texts, key=len, reverse=True)
