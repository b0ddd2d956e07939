"""Where a worker may die, and the wrappers that let it: between any two calls of the table, the Bot API and the queue.

The death is real: the process ends at once, with whatever it had under way.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

from botocore.exceptions import ClientError

from infra.courier import Courier
from infra.keys import CHAT_PREFIX, SCREEN_PREFIX
from infra.screen import Screen
from tests.soak.chaos import Chaos
from tests.soak.wire import Json, Wire

_USER: Final = "USER#"
_SPOKEN_TO: Final[ContextVar[int | None]] = ContextVar("the chat that was sent a message last", default=None)


class Peril:
    """Decides at each point of an invocation whether the process dies there. `labels` say what it is about."""

    def __init__(self, chaos: Chaos, wire: Wire) -> None:
        self._chaos = chaos
        self._wire = wire
        self._lock = threading.Lock()
        self._passed: Counter[str] = Counter()
        self.begin("", {})

    def begin(self, label: str, labels: dict[str, str]) -> None:
        """`label` names the invocation and how often it has been tried; `labels` add to it for a match's items."""
        self._label, self._labels = label, labels
        self._is_visit = label.startswith("visit ")
        self._passed.clear()
        self._in_flight: set[int] = set()
        self._spoken_to: set[int] = set()
        self._screens_of: set[int] = set()

    def around(self, call: str, code: str, act: Callable[[], Any], trouble: str = "kill") -> Any:
        """Make a call, unless the process dies before it; after it, it may die as well."""
        facts = self.facts(call, code)
        self.may_die("before", facts, trouble)
        result = act()
        self.may_die("after", facts, trouble)
        return result

    def facts(self, call: str, code: str) -> tuple[object, ...]:
        """What a call is: the how-manyth of its kind in an invocation about this match."""
        with self._lock:
            self._passed[call] += 1
            return self._labels.get(code, self._label), call, self._passed[call]

    def may_die(self, when: str, facts: tuple[object, ...], trouble: str) -> None:
        if self._chaos.happens(trouble, when, *facts):
            self.die(f"{when} {facts[1]}")

    def die(self, where: str) -> None:
        """Only a message that was sent and is not yet noted may come twice for this."""
        with self._lock:
            in_flight = self._in_flight | (self._screens_of & self._spoken_to)
            self._wire.send({"dies": where, "in_flight": sorted(in_flight)})
            os._exit(1)

    def happens(self, trouble: str, facts: tuple[object, ...]) -> bool:
        return self._chaos.happens(trouble, *facts)

    def throttled(self, sk: str) -> None:
        """Tell of a throttled call; a message that cannot be noted for this may come twice."""
        chat_id = _SPOKEN_TO.get() if self._is_visit or sk.startswith((CHAT_PREFIX, SCREEN_PREFIX)) else None
        with self._lock:
            self._wire.send({"throttled": [] if chat_id is None else [chat_id]})

    def sent(self, chat_id: int) -> None:
        _SPOKEN_TO.set(chat_id)
        self._in_flight.add(chat_id)
        self._spoken_to.add(chat_id)

    def done(self, operation: str, pk: str, sk: str, request: Json) -> None:
        """A call is done, by which a message may be noted: in its chat's cursor, or in the item of a screen that was
        asked for. A visit that does not let go of its cursor in the end is made again, whatever that says.
        """
        chat_id = _SPOKEN_TO.get()
        lets_go = request.get("UpdateExpression", "").startswith("REMOVE")
        if sk.startswith(SCREEN_PREFIX):
            user_id = int(pk.removeprefix(_USER))
            (self._screens_of.add if operation == "get_item" else self._screens_of.discard)(user_id)
        elif sk.startswith(CHAT_PREFIX) and operation == "update_item" and (lets_go or not self._is_visit):
            self._in_flight.discard(chat_id or 0)


class PerilousClient:
    """A DynamoDB client whose calls may be throttled, and at which the process may die."""

    def __init__(self, client: Any, peril: Peril) -> None:
        self._client = client
        self._peril = peril

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        method = getattr(self._client, operation)

        def call(**request: Any) -> Any:
            pk, sk = _key(request)
            name, code = f"{operation} {pk} {sk}", pk.removeprefix("MATCH#")
            if self._peril.happens("throttle", self._peril.facts(f"throttled {name}", code)):
                self._peril.throttled(sk)
                raise ClientError({"Error": {"Code": "ThrottlingException", "Message": "slow down"}}, operation)
            answer = self._peril.around(name, code, lambda: method(**request))
            self._peril.done(operation, pk, sk, request)
            return answer

        return call


class PerilousCourier:
    """A courier that may die with a message on its way."""

    def __init__(self, courier: Courier, peril: Peril) -> None:
        self._courier = courier
        self._peril = peril

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int | None:
        content = hashlib.sha256(str(screen.parameters.get("text")).encode()).hexdigest()[:8]
        facts = self._peril.facts(f"{screen.method} {chat_id} {content}", "")
        self._peril.may_die("before", facts, "kill_at_send")
        if screen.method.startswith("send"):
            self._peril.sent(chat_id)
        shown = await self._courier.show(screen, chat_id, message_id)
        self._peril.may_die("after", facts, "kill_at_send")
        return shown


class PerilousQueue:
    """A worker's end of the queue of chats that must wait; the soak keeps it."""

    def __init__(self, peril: Peril, wire: Wire) -> None:
        self._peril = peril
        self._wire = wire

    def send(self, code: str, seat: int, delay_s: int) -> None:
        message: Json = {"visit": [code, seat, delay_s]}
        self._peril.around(f"send {seat}", code, lambda: self._wire.send(message), "kill_at_queue")


def _key(request: Json) -> tuple[str, str]:
    """The first key that a call names; a query's partition, whatever its placeholder."""
    if "TransactItems" in request:
        return _key(next(iter(request["TransactItems"][0].values())))
    if "RequestItems" in request:
        (part,) = request["RequestItems"].values()
        return _key({"Key": part["Keys"][0]})
    key = request.get("Key") or request.get("Item")
    if key is not None:
        return key["pk"]["S"], key["sk"]["S"]
    values = request.get("ExpressionAttributeValues", {})
    return str((values.get(":pk") or values.get(":shard") or {}).get("S", "")), json.dumps(sorted(values))
