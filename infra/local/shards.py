"""Reads a table's stream: its shards, each from its oldest record on, and none before the one that it came from.

DynamoDB ends a shard after some hours, or when a partition is split, and begins others in its place. What is read
anew after a gap (a stopped machine, an expired iterator) comes again from the last place that was reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

if TYPE_CHECKING:
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

Record = dict[str, Any]


class Shard:
    """One shard of a stream. `position` is the sequence number of the last record that is done with.

    `keeps_iterators`: whether an iterator may be followed from one read to the next, as DynamoDB wants it. moto's old
    ones do not see what was written after a transaction that failed.
    """

    def __init__(
        self, streams: DynamoDBStreamsClient, stream_arn: str, shard_id: str, *, keeps_iterators: bool
    ) -> None:
        self._streams = streams
        self._where = {"StreamArn": stream_arn, "ShardId": shard_id}
        self._keeps_iterators = keeps_iterators
        self._iterator: str | None = None
        self._position: str | None = None
        self.is_ended = False

    def read(self, limit: int) -> list[Record]:
        """The next records, some or none; `is_ended` once there will be no more. A shard that is gone has ended."""
        try:
            answer = self._get(limit)
        except ClientError as error:
            if error.response["Error"]["Code"] != "ResourceNotFoundException":
                raise
            self.is_ended = True
            return []
        self._iterator = answer.get("NextShardIterator")
        records = [dict(record) for record in answer["Records"]]
        self.is_ended = self._iterator is None and not records
        if not self._keeps_iterators:
            self._iterator = None
        return records

    def move_on(self, sequence_number: str) -> None:
        """Be done with everything up to a record, whichever was read; what was read behind it comes again."""
        self._position = sequence_number

    def go_back(self) -> None:
        """Read again from the position on."""
        self._iterator = None

    def _get(self, limit: int) -> Mapping[str, Any]:
        try:
            return self._streams.get_records(ShardIterator=self._iterator or self._new_iterator(), Limit=limit)
        except ClientError as error:
            if error.response["Error"]["Code"] not in ("ExpiredIteratorException", "TrimmedDataAccessException"):
                raise
        self._iterator = None
        return self._streams.get_records(ShardIterator=self._new_iterator(), Limit=limit)

    def _new_iterator(self) -> str:
        if self._position is not None:
            try:
                return self._iterator_at("AFTER_SEQUENCE_NUMBER", SequenceNumber=self._position)
            except ClientError as error:
                # After a quiet day its last record is gone, and whatever is left is newer.
                if error.response["Error"]["Code"] != "TrimmedDataAccessException":
                    raise
        return self._iterator_at("TRIM_HORIZON")

    def _iterator_at(self, kind: Any, **place: str) -> str:
        answer = self._streams.get_shard_iterator(**self._where, ShardIteratorType=kind, **place)
        return answer["ShardIterator"]


class Shards:
    """The shards of a stream that are to be read now."""

    def __init__(self, streams: DynamoDBStreamsClient, stream_arn: str, *, keeps_iterators: bool) -> None:
        self._streams = streams
        self._stream_arn = stream_arn
        self._keeps_iterators = keeps_iterators
        self._shards: dict[str, Shard] = {}

    def readable(self) -> list[Shard]:
        """Those whose parent has been read to its end, or is no longer there, and which have not ended themselves."""
        if not self._shards or any(shard.is_ended for shard in self._shards.values()):
            self._look()
        return [shard for shard in self._shards.values() if not shard.is_ended]

    def _look(self) -> None:
        """Find the shards that have come since: a shard begins where another has ended, and in no other way."""
        parents = dict(self._describe())
        for shard_id, parent in parents.items():
            if shard_id not in self._shards and self._is_over(parent, parents):
                self._shards[shard_id] = Shard(
                    self._streams, self._stream_arn, shard_id, keeps_iterators=self._keeps_iterators
                )
        self._shards = {shard_id: shard for shard_id, shard in self._shards.items() if shard_id in parents}

    def _is_over(self, parent: str | None, known: Mapping[str, str | None]) -> bool:
        if parent is None or parent not in known:
            return True
        return parent in self._shards and self._shards[parent].is_ended

    def _describe(self) -> Iterator[tuple[str, str | None]]:
        """Each shard with its parent."""
        page: Any = {}
        while True:
            described = self._streams.describe_stream(StreamArn=self._stream_arn, **page)["StreamDescription"]
            for shard in described["Shards"]:
                yield shard["ShardId"], shard.get("ParentShardId")
            if "LastEvaluatedShardId" not in described:
                return
            page = {"ExclusiveStartShardId": described["LastEvaluatedShardId"]}
