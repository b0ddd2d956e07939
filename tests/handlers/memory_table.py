"""A table in this process's memory with its stream, for what plays whole matches: moto takes ten times as long."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

from tests.handlers.memory import MemoryDynamoDB

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

Watch = Callable[[str], None]
"""Is told the name of each call before it is made; an exception of its own comes instead of the call."""


class MemoryTable:
    """As a MotoTable. Its calls are made one at a time, from whatever thread."""

    name: Final = "memory"
    stream_arn: Final = "memory"

    def __init__(self) -> None:
        database = MemoryDynamoDB()
        self._client = _Watched(database)
        self.dynamodb = cast("DynamoDBClient", self._client)
        self.streams = cast("DynamoDBStreamsClient", _Stream(database))

    @contextmanager
    def watched(self, watch: Watch) -> Iterator[None]:
        self._client.watches.append(watch)
        try:
            yield
        finally:
            self._client.watches.remove(watch)


class _Watched:
    """The client, with whoever wants to know of its calls."""

    def __init__(self, database: MemoryDynamoDB) -> None:
        self._database = database
        self._lock = threading.RLock()
        self.watches: list[Watch] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        call = getattr(self._database, name)

        def made(**parameters: Any) -> Any:
            with self._lock:
                for watch in tuple(self.watches):
                    watch(name)
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
