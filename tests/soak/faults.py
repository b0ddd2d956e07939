"""Deliberate faults, each of which the checker must notice. They sit between the handlers and the outside, in workers
alone: nothing that ships knows of them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Final

from infra.courier import MustWaitError
from infra.screen import Screen
from tests.soak.peril import Peril

UNCONDITIONAL: Final = "a save without its condition"
UNTOLD: Final = "a cursor that is not set"
SWALLOWED: Final = "a 429 that is swallowed"
WRONG_SEAT: Final = "a hand sent to the wrong seat"
APART: Final = "statistics outside the transaction"
FAULTS: Final = (UNCONDITIONAL, UNTOLD, SWALLOWED, WRONG_SEAT, APART)

WRONG_IN_ROUND: Final = 2
_CONDITION: Final = (
    "ConditionExpression",
    "ExpressionAttributeNames",
    "ExpressionAttributeValues",
    "ReturnValuesOnConditionCheckFailure",
)


def client(fault: str | None, client: Any, peril: Peril) -> Any:
    """The client that the table gets."""
    wrappers: dict[str, Callable[[], Any]] = {
        UNCONDITIONAL: lambda: Unconditional(client),
        UNTOLD: lambda: Untold(client),
        APART: lambda: Apart(client, peril),
    }
    return wrappers[fault]() if fault in wrappers else client


def courier(fault: str | None, courier: Any) -> Any:
    """The courier that deliver gets."""
    if fault == SWALLOWED:
        return Swallowing(courier)
    return Misdirecting(courier) if fault == WRONG_SEAT else courier


class _Wrapped:
    """Something else that behaves as it does, but for what a subclass changes."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class Unconditional(_Wrapped):
    """Saves moves whoever else has saved, a little later than it could."""

    def put_item(self, **request: Any) -> Any:
        if request["Item"]["sk"]["S"] != "MATCH":
            return self._inner.put_item(**request)
        time.sleep(0.1)
        return self._inner.put_item(**{name: part for name, part in request.items() if name not in _CONDITION})


class Untold(_Wrapped):
    """Forgets what a chat has heard."""

    def update_item(self, **request: Any) -> Any:
        if ":chapter" in request.get("ExpressionAttributeValues", {}):
            return {}
        return self._inner.update_item(**request)


class Apart(_Wrapped):
    """Adds to statistics once the match is saved, and sometimes dies in between."""

    def __init__(self, inner: Any, peril: Peril) -> None:
        super().__init__(inner)
        self._peril = peril

    def transact_write_items(self, **request: Any) -> Any:
        writes = request["TransactItems"]
        added = [write for write in writes if "ADD" in write.get("Update", {}).get("UpdateExpression", "")]
        if not added:
            return self._inner.transact_write_items(**request)
        code = writes[0]["Put"]["Item"]["pk"]["S"]
        request = {"TransactItems": [write for write in writes if write not in added]}
        answer = self._inner.transact_write_items(**request)
        if ord(code[-1]) % 2:
            self._peril.die("before the statistics")
        for write in added:
            self._inner.update_item(**write["Update"])
        return answer


class Swallowing(_Wrapped):
    """Takes flood control for success."""

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int | None:
        try:
            shown: int | None = await self._inner.show(screen, chat_id, message_id)
        except MustWaitError as error:
            if error.retry_after_s is None:
                raise
            return message_id or 1
        return shown


class Misdirecting(_Wrapped):
    """Sends one round's hands to whom it has sent another of the match before."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner)
        self._chats: dict[str, set[int]] = {}

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int | None:
        parts = json.dumps(screen.parameters.get("reply_markup", {})).partition('"pick:')[2].split(":")
        others = self._chats.setdefault(parts[0], set()) - {chat_id}
        self._chats[parts[0]].add(chat_id)
        if screen.method == "sendMessage" and len(parts) > 1 and parts[1] == str(WRONG_IN_ROUND) and others:
            chat_id = others.pop()
        shown: int | None = await self._inner.show(screen, chat_id, message_id)
        return shown
