"""The local stack's queue: visits to chats that must wait, kept in memory and due by its clock.

It has what the shipped queue has (`send`), and delivers as SQS does: events of at most ten messages, which come again
while their visit fails, a bounded number of times.
"""

from __future__ import annotations

import json
import logging
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from infra.local.functions import Event, FunctionError
from infra.queue import LONGEST_DELAY

logger = logging.getLogger(__name__)

ARN: Final = "arn:aws:sqs:us-east-1:123456789012:playground"
BATCH: Final = 10


@dataclass(frozen=True)
class Message:
    """A message that is due at this second of the stack's clock."""

    body: str
    due_at: int
    received: int = 0
    message_id: str = field(default_factory=lambda: str(uuid.uuid4()))


class LocalQueue:
    """Messages by due time; `dead_letters` are those that failed `max_receives` times."""

    def __init__(self, now: Callable[[], int], max_receives: int = 5, retry_after_s: int = 1) -> None:
        self._now = now
        self._max_receives = max_receives
        self._retry_after_s = retry_after_s
        self._lock = threading.Lock()
        self._waiting: list[Message] = []
        self._in_flight = 0
        self.dead_letters: list[Message] = []

    def send(self, code: str, seat: int, delay_s: int) -> None:
        """Have deliver visit a seat's chat after a delay, or after the longest that SQS knows."""
        body = json.dumps({"code": code, "seat": seat})
        delay = min(max(delay_s, 0), LONGEST_DELAY)
        with self._lock:
            self._waiting.append(Message(body, self._now() + delay))

    def busy(self) -> bool:
        """Whether a visit is under way or due by now; one that is due later does not count."""
        with self._lock:
            return self._in_flight > 0 or any(message.due_at <= self._now() for message in self._waiting)

    def deliver_due(self, deliver: Callable[[Event], Any]) -> None:
        """Deliver what is due by now; what fails is put back, or given up."""
        while batch := self._receive():
            failed = _failed(batch, deliver)
            with self._lock:
                self._in_flight = 0
                for message in batch:
                    if message.message_id in failed:
                        self._put_back(message)

    def _receive(self) -> list[Message]:
        with self._lock:
            now = self._now()
            due = sorted((message for message in self._waiting if message.due_at <= now), key=lambda item: item.due_at)
            batch = [replace(message, received=message.received + 1) for message in due[:BATCH]]
            taken = {message.message_id for message in batch}
            self._waiting = [message for message in self._waiting if message.message_id not in taken]
            self._in_flight = len(batch)
        return batch

    def _put_back(self, message: Message) -> None:
        if message.received >= self._max_receives:
            self.dead_letters.append(message)
            logger.warning("A queue message was given up after %d tries: %s", message.received, message.body)
        else:
            self._waiting.append(replace(message, due_at=self._now() + self._retry_after_s))


def _failed(batch: list[Message], deliver: Callable[[Event], Any]) -> set[str]:
    """The messages that must come again: those that the answer names, or all if it names one that was not sent."""
    sent = {message.message_id for message in batch}
    try:
        answer = deliver({"Records": [_record(message) for message in batch]})
    except FunctionError:
        return sent
    failures = (answer or {}).get("batchItemFailures") or []
    named = {failure.get("itemIdentifier") for failure in failures}
    return sent if named - sent else named


def _record(message: Message) -> Event:
    return {
        "messageId": message.message_id,
        "receiptHandle": f"{message.message_id}-{message.received}",
        "body": message.body,
        "attributes": {"ApproximateReceiveCount": str(message.received)},
        "messageAttributes": {},
        "eventSource": "aws:sqs",
        "eventSourceARN": ARN,
        "awsRegion": "us-east-1",
    }
