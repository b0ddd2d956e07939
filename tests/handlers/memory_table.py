"""A table in this process's memory with its stream, for what plays whole matches: moto takes ten times as long."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

from botocore.exceptions import ClientError

from tests.handlers.memory import MemoryDynamoDB

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

Watch = Callable[[str], None]
"""Is told of each operation by its name, "PutItem", before it is done; its own exception comes in the place of that."""


class MemoryTable:
    """Its calls are made one at a time, from whatever thread."""

    name: Final = "memory"
    stream_arn: Final = "memory"
    keeps_iterators: Final = True

    def __init__(self) -> None:
        database = MemoryDynamoDB()
        self._client = _Watched(database)
        self.dynamodb = cast("DynamoDBClient", self._client)
        self.streams = cast("DynamoDBStreamsClient", _Stream(database))

    def items(self) -> list[dict[str, Any]]:
        """All that the table holds."""
        return self.dynamodb.scan(TableName=self.name)["Items"]

    def put(self, *items: dict[str, Any]) -> None:
        """Store items without a condition, as another release might have."""
        for item in items:
            self.dynamodb.put_item(TableName=self.name, Item=item)

    @contextmanager
    def watched(self, watch: Watch) -> Iterator[None]:
        self._client.watches.append(watch)
        try:
            yield
        finally:
            self._client.watches.remove(watch)

    @contextmanager
    def counting(self) -> Iterator[Counter[str]]:
        """The requests that are made meanwhile, by operation."""
        calls: Counter[str] = Counter()
        with self.watched(lambda operation: calls.update([operation])):
            yield calls

    @contextmanager
    def refusing(self, error: str, *operations: str) -> Iterator[None]:
        """Refuse these operations with this error, before they do anything."""

        def refuse(operation: str) -> None:
            if operation in operations:
                raise ClientError({"Error": {"Code": error, "Message": error}}, operation)

        with self.watched(refuse):
            yield


class _Watched:
    """The client, with whoever wants to know of its calls."""

    def __init__(self, database: MemoryDynamoDB) -> None:
        self._database = database
        self._lock = threading.RLock()
        self.watches: list[Watch] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        call, operation = getattr(self._database, name), name.title().replace("_", "")

        def made(**parameters: Any) -> Any:
            with self._lock:
                for watch in tuple(self.watches):
                    watch(operation)
                return call(**parameters)

        return made


class _Stream:
    """The stream's client: one shard, whose records are numbered from 1 on and whose iterators are places in it."""

    def __init__(self, database: MemoryDynamoDB) -> None:
        self._records = database.records

    def describe_stream(self, **_: Any) -> dict[str, Any]:
        return {"StreamDescription": {"Shards": [{"ShardId": "shard"}]}}

    def get_shard_iterator(self, ShardIteratorType: str, SequenceNumber: str = "0", **_: Any) -> dict[str, str]:  # noqa: N803 (AWS's own names)
        assert ShardIteratorType in ("TRIM_HORIZON", "AFTER_SEQUENCE_NUMBER")
        return {"ShardIterator": str(int(SequenceNumber))}

    def get_records(self, ShardIterator: str, Limit: int) -> dict[str, Any]:  # noqa: N803
        start = int(ShardIterator)
        records = self._records[start : start + Limit]
        return {"Records": records, "NextShardIterator": str(start + len(records))}
