"""Reading a stream whose shards end and have children, as DynamoDB's own do, and as no local one does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from botocore.exceptions import ClientError

from infra.local.functions import Event
from infra.local.pump import StreamPump

ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/games/stream/2026"


@dataclass
class FakeShard:
    parent: str | None = None
    records: list[int] = field(default_factory=list)
    is_closed: bool = False
    trimmed: int = 0
    is_quiet: bool = False
    """DynamoDB sometimes answers with nothing, though the next iterator finds something."""


@dataclass
class FakeStreams:
    """A stream; iterators are of use once, and only until `expire`."""

    shards: dict[str, FakeShard] = field(default_factory=dict)
    issued: int = 0
    iterators: dict[str, tuple[str, int]] = field(default_factory=dict)
    page: int = 2

    def describe_stream(self, **where: str) -> Any:
        names = [name for name in self.shards if name > where.get("ExclusiveStartShardId", "")]
        shown = names[: self.page]
        last = {"LastEvaluatedShardId": shown[-1]} if len(names) > len(shown) else {}
        shards = [{"ShardId": name, "ParentShardId": self.shards[name].parent} for name in shown]
        return {"StreamDescription": {"Shards": shards, **last}}

    def get_shard_iterator(self, **where: str) -> Any:
        name = where["ShardId"]
        if name not in self.shards:
            raise error("ResourceNotFoundException")
        if where["ShardIteratorType"] == "TRIM_HORIZON":
            return {"ShardIterator": self._iterator(name, self.shards[name].trimmed)}
        after = int(where["SequenceNumber"])
        if after <= self.shards[name].trimmed:
            raise error("TrimmedDataAccessException")
        return {"ShardIterator": self._iterator(name, after)}

    def get_records(self, **wanted: Any) -> Any:
        if wanted["ShardIterator"] not in self.iterators:
            raise error("ExpiredIteratorException")
        name, after = self.iterators.pop(wanted["ShardIterator"])
        shard = self.shards[name]
        found = [number for number in shard.records if number > after][: wanted["Limit"]]
        if shard.is_quiet:
            shard.is_quiet, found = False, []
        if not found and shard.is_closed:
            return {"Records": []}
        following = self._iterator(name, found[-1] if found else after)
        return {"Records": [record(number) for number in found], "NextShardIterator": following}

    def expire(self) -> None:
        self.iterators.clear()

    def _iterator(self, name: str, after: int) -> str:
        self.issued += 1
        self.iterators[f"iterator-{self.issued}"] = name, after
        return f"iterator-{self.issued}"


def error(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": ""}}, "GetRecords")


def record(number: int) -> Event:
    key = {"pk": {"S": f"MATCH#{number}"}, "sk": {"S": "MATCH"}}
    return {"eventName": "INSERT", "dynamodb": {"SequenceNumber": str(number), "Keys": key, "NewImage": key}}


@dataclass
class Reading:
    streams: FakeStreams = field(default_factory=FakeStreams)
    numbers: list[int] = field(default_factory=list)
    failing: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.pump = StreamPump(
            cast("Any", self.streams), ARN, self._deliver, sleep=lambda _: None, keeps_iterators=True
        )

    def _deliver(self, event: Event) -> Any:
        numbers = [int(one["dynamodb"]["SequenceNumber"]) for one in event["Records"]]
        failed = [number for number in numbers if number in self.failing]
        self.failing -= set(failed)
        self.numbers += numbers[: numbers.index(failed[0])] if failed else numbers
        return {"batchItemFailures": [{"itemIdentifier": str(number)} for number in failed]}

    def read(self, runs: int = 4) -> list[int]:
        """What has been delivered after a few looks at the stream."""
        for _ in range(runs):
            self.pump.run()
        return self.numbers


@pytest.fixture
def reading() -> Reading:
    return Reading()


def test_a_child_is_read_after_its_parent(reading: Reading) -> None:
    reading.streams.shards = {
        "0": FakeShard("gone", [10], is_closed=True),
        "1": FakeShard("0", [30]),
        "2": FakeShard("0", [20], is_closed=True),
        "3": FakeShard("2", [40]),
    }
    numbers = reading.read()
    assert sorted(numbers) == [10, 20, 30, 40]
    assert numbers[0] == 10
    assert numbers.index(20) < numbers.index(40)


def test_a_shard_that_ends_while_it_is_read_gives_way_to_its_children(reading: Reading) -> None:
    first = FakeShard(None, [1])
    reading.streams.shards = {"0": first}
    assert reading.read() == [1]
    first.records.append(2)
    first.is_closed = True
    reading.streams.shards |= {"1": FakeShard("0", [3]), "2": FakeShard("0", [4])}
    assert reading.read() == [1, 2, 3, 4]
    reading.streams.shards["1"].records.append(5)
    assert reading.read() == [1, 2, 3, 4, 5]


def test_an_iterator_is_followed_through_what_is_empty(reading: Reading) -> None:
    reading.streams.shards = {"0": FakeShard(None, [1, 2], is_quiet=True)}
    assert reading.read() == [1, 2]


def test_after_an_expired_iterator_nothing_is_lost_and_nothing_comes_twice(reading: Reading) -> None:
    shard = FakeShard(None, [1, 2])
    reading.streams.shards = {"0": shard}
    reading.read()
    reading.streams.expire()
    shard.records.append(3)
    assert reading.read() == [1, 2, 3]


def test_after_a_quiet_day_reading_goes_on_with_what_is_left(reading: Reading) -> None:
    shard = FakeShard(None, [1, 2])
    reading.streams.shards = {"0": shard}
    reading.read()
    reading.streams.expire()
    shard.trimmed = 3
    shard.records = [4]
    assert reading.read() == [1, 2, 4]


def test_a_shard_that_is_gone_is_forgotten(reading: Reading) -> None:
    reading.streams.shards = {"0": FakeShard(None, [1])}
    reading.read()
    reading.streams.expire()
    reading.streams.shards = {"1": FakeShard("0", [2])}
    assert reading.read() == [1, 2]


def test_a_failed_record_comes_again_from_where_an_iterator_had_passed_it(reading: Reading) -> None:
    reading.streams.shards = {"0": FakeShard(None, [1, 2, 3])}
    reading.failing = {2}
    assert reading.read() == [1, 2, 3]
