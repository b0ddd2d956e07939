"""Carries the local table's stream to deliver, as Lambda's event source mapping does on AWS.

Batches in each shard's order, filtered as the template filters them. Where deliver names failures, the lowest is a
checkpoint: it and everything after it come again. A record that keeps failing is given up with one line in the log, so
that nothing waits behind it for ever.
"""

from __future__ import annotations

import base64
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from infra import keys
from infra.local.functions import Event, FunctionError
from infra.local.shards import Record, Shard, Shards

if TYPE_CHECKING:
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

logger = logging.getLogger(__name__)

FILTERS: Final[Sequence[Mapping[str, Any]]] = (
    {"eventName": ["INSERT", "MODIFY"], "dynamodb": {"Keys": {"sk": {"S": [keys.MATCH]}}}},
    {"eventName": ["INSERT"], "dynamodb": {"Keys": {"sk": {"S": [{"prefix": keys.SCREEN_PREFIX}]}}}},
)
"""As in template.yaml: an event is deliver's that fits one of these."""
_BACKOFF_S: Final = (0.05, 0.1, 0.2, 0.4, 0.8)


class StreamPump:
    """One reader of a stream; `run` carries all that is there by now. It belongs to one thread.

    `batch_size` bounds what is read at once, `tries` how often a failing record comes in all; `given_up` counts those
    that came so often.
    """

    def __init__(
        self,
        streams: DynamoDBStreamsClient,
        stream_arn: str,
        deliver: Callable[[Event], Any],
        batch_size: int = 100,
        tries: int = 5,
        sleep: Callable[[float], None] = time.sleep,
        keeps_iterators: bool = False,
    ) -> None:
        self._stream_arn = stream_arn
        self._shards = Shards(streams, stream_arn, keeps_iterators=keeps_iterators)
        self._deliver = deliver
        self._batch_size = self._limit = batch_size
        self._tries = tries
        self._sleep = sleep
        self._failures = 0
        self.given_up = 0
        self._is_stopped = False

    def stop(self) -> None:
        """Let `run` end after the batch under way."""
        self._is_stopped = True

    def run(self) -> None:
        """Read and deliver until the stream's end, retries included. What is written meanwhile needs another run."""
        while not self._is_stopped:
            shards = self._shards.readable()
            for shard in shards:
                self._drain(shard)
            if not any(shard.is_ended for shard in shards):
                return

    def _drain(self, shard: Shard) -> None:
        """One shard's records until there are no more for now."""
        self._failures, self._limit = 0, self._batch_size
        while not self._is_stopped:
            limit = self._limit
            records = shard.read(limit)
            batch = [event for event in map(self._event, records) if is_wanted(event) and _is_a_change(event)]
            failed, is_guilty = self._failed(batch)
            if failed is not None:
                self._try_again(shard, records, failed, is_guilty)
            elif records:
                self._move_on(shard, _sequence_number(records[-1]))
            if failed is None and len(records) < limit:
                return

    def _failed(self, batch: list[Event]) -> tuple[str | None, bool]:
        """The lowest sequence number that must come again, if any, and whether that record is known to fail."""
        if not batch:
            return None, False
        numbers = [_sequence_number(event) for event in batch]
        try:
            answer = self._deliver({"Records": batch})
        except FunctionError:
            return numbers[0], len(batch) == 1
        failures = (answer or {}).get("batchItemFailures") or []
        named = [failure.get("itemIdentifier") for failure in failures]
        if any(number not in numbers for number in named):
            return numbers[0], len(batch) == 1
        return min(named, key=numbers.index, default=None), True

    def _move_on(self, shard: Shard, checkpoint: str) -> None:
        shard.move_on(checkpoint)
        self._failures, self._limit = 0, self._batch_size

    def _try_again(self, shard: Shard, records: list[Record], failed: str, is_guilty: bool) -> None:
        """Set the checkpoint before the failed record; halve the batch while nobody knows which record it is."""
        numbers = [_sequence_number(record) for record in records]
        place = numbers.index(failed)
        if place > 0:
            self._move_on(shard, numbers[place - 1])
        shard.go_back()
        if not is_guilty:
            self._limit = max(1, len(records) // 2)
            return
        self._failures += 1
        if self._failures >= self._tries:
            logger.warning("Stream record %s was given up after %d tries", failed, self._failures)
            self.given_up += 1
            self._move_on(shard, failed)
        else:
            self._sleep(_BACKOFF_S[min(self._failures, len(_BACKOFF_S)) - 1])

    def _event(self, record: Record) -> Event:
        return {**plain(record), "eventSourceARN": self._stream_arn}


def is_wanted(event: Mapping[str, Any]) -> bool:
    """Whether an event is for deliver."""
    return any(matches(pattern, event) for pattern in FILTERS)


def matches(pattern: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Whether an event fits a filter pattern as Lambda's: names to patterns, or to a list of values and prefixes."""
    for name, wanted in pattern.items():
        found = event.get(name)
        if isinstance(wanted, Mapping):
            if not isinstance(found, Mapping) or not matches(wanted, found):
                return False
        elif not any(_fits(found, option) for option in wanted):
            return False
    return True


def _fits(found: Any, option: Any) -> bool:
    if isinstance(option, Mapping):
        return isinstance(found, str) and found.startswith(option["prefix"])
    return bool(found == option)


def _is_a_change(event: Event) -> bool:
    """DynamoDB makes no record of a write that changes nothing; moto makes one."""
    images = event["dynamodb"]
    return bool(images.get("OldImage") != images.get("NewImage"))


def _sequence_number(record: Record) -> str:
    return str(record["dynamodb"]["SequenceNumber"])


def plain(value: Any) -> Any:
    """A record as Lambda hands it on: binary as base64, times as epoch seconds."""
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    return value.timestamp() if isinstance(value, datetime) else value
