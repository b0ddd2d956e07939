"""Counts what a client asks of DynamoDB: requests by operation, and the capacity units that each answer names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_READS: Final = ("GetItem", "Query", "BatchGetItem", "Scan")


@dataclass
class Asked:
    """`reads` and `writes` are capacity units, `requests` are by operation."""

    requests: Counter[str] = field(default_factory=Counter)
    reads: float = 0.0
    writes: float = 0.0

    def add(self, operation: str, answer: dict[str, Any]) -> None:
        self.requests[operation] += 1
        consumed = answer.get("ConsumedCapacity", [])
        for part in consumed if isinstance(consumed, list) else [consumed]:
            if operation in _READS:
                self.reads += part["CapacityUnits"]
            else:
                self.writes += part["CapacityUnits"]

    def add_all(self, other: Asked) -> None:
        self.requests.update(other.requests)
        self.reads += other.reads
        self.writes += other.writes


@contextmanager
def counting(client: DynamoDBClient) -> Iterator[list[Asked]]:
    """What is asked from now on goes to the last of the list; put another there to count apart."""
    phases = [Asked()]

    def ask(params: dict[str, Any], **_: object) -> None:
        params["ReturnConsumedCapacity"] = "INDEXES"

    def note(model: Any, parsed: dict[str, Any], **_: object) -> None:
        phases[-1].add(model.name, parsed)

    events = client.meta.events
    events.register("provide-client-params.dynamodb", ask)
    events.register("after-call.dynamodb", note)
    try:
        yield phases
    finally:
        events.unregister("provide-client-params.dynamodb", ask)
        events.unregister("after-call.dynamodb", note)
