"""The stream pump, on a real stream of the local table: what it hands on, and how it takes failures."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from botocore.exceptions import ClientError

from infra.local.functions import Event, FunctionError
from infra.local.moto_table import MotoTable
from infra.local.pump import StreamPump, matches


@dataclass
class Deliver:
    """Takes events; `fails` says, for a batch of partition keys, which of them fail, or raises."""

    fails: Callable[[list[str]], list[str]] = lambda _: []
    batches: list[list[str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __call__(self, event: Event) -> Any:
        records = event["Records"]
        keys = [record["dynamodb"]["Keys"]["pk"]["S"] for record in records]
        self.batches.append(keys)
        self.events.append(event)
        failed = self.fails(keys)
        numbers = [record["dynamodb"]["SequenceNumber"] for record in records]
        return {"batchItemFailures": [{"itemIdentifier": numbers[keys.index(key)]} for key in failed]}


@pytest.fixture
def table() -> Iterator[MotoTable]:
    with MotoTable() as table:
        yield table


def put(table: MotoTable, pk: str, sk: str = "MATCH", **attributes: Any) -> None:
    table.dynamodb.put_item(TableName=table.name, Item={"pk": {"S": pk}, "sk": {"S": sk}, **attributes})


def pump(table: MotoTable, deliver: Deliver, **options: Any) -> StreamPump:
    return StreamPump(table.streams, table.stream_arn, deliver, sleep=lambda _: None, **options)


def test_a_change_arrives_as_lambda_hands_it_on(table: MotoTable) -> None:
    put(table, "MATCH#1", secret={"B": b"\x00\xff"}, seats={"L": [{"M": {"word": {"B": b"w"}}}]})
    put(table, "MATCH#1", secret={"B": b"\x01\xff"})
    deliver = Deliver()
    pump(table, deliver).run()
    (event,) = deliver.events
    first, second = event["Records"]
    assert [first["eventName"], second["eventName"]] == ["INSERT", "MODIFY"]
    assert first["eventSource"] == "aws:dynamodb"
    assert first["eventSourceARN"] == table.stream_arn
    assert "OldImage" not in first["dynamodb"]
    assert base64.b64decode(first["dynamodb"]["NewImage"]["secret"]["B"]) == b"\x00\xff"
    assert first["dynamodb"]["NewImage"]["seats"]["L"][0]["M"]["word"]["B"] == base64.b64encode(b"w").decode()
    assert second["dynamodb"]["OldImage"] == first["dynamodb"]["NewImage"]
    assert isinstance(first["dynamodb"]["ApproximateCreationDateTime"], float)


def test_only_matches_and_screens_that_were_put_or_changed_arrive(table: MotoTable) -> None:
    put(table, "MATCH#1")
    put(table, "MATCH#1", sk="CHAT#0")
    put(table, "USER#1", sk="PROFILE")
    put(table, "USER#1", sk="MATCH#1")
    put(table, "USER#2", sk="SCREEN#7")
    put(table, "MATCH#1")
    table.dynamodb.delete_item(TableName=table.name, Key={"pk": {"S": "MATCH#1"}, "sk": {"S": "MATCH"}})
    deliver = Deliver()
    pump(table, deliver).run()
    assert deliver.batches == [["MATCH#1", "USER#2"]]


def test_a_batch_holds_no_more_than_its_size_and_nothing_comes_twice(table: MotoTable) -> None:
    for number in range(5):
        put(table, f"MATCH#{number}")
    deliver = Deliver()
    reader = pump(table, deliver, batch_size=2)
    reader.run()
    reader.run()
    put(table, "MATCH#5")
    reader.run()
    assert deliver.batches == [["MATCH#0", "MATCH#1"], ["MATCH#2", "MATCH#3"], ["MATCH#4"], ["MATCH#5"]]


def test_everything_from_the_lowest_failure_on_comes_again(table: MotoTable) -> None:
    for number in range(4):
        put(table, str(number))
    deliver = Deliver(lambda _: ["2", "1"] if len(deliver.batches) == 1 else [])
    pump(table, deliver).run()
    assert deliver.batches == [["0", "1", "2", "3"], ["1", "2", "3"]]


def test_a_record_that_keeps_failing_is_given_up_with_one_line(
    table: MotoTable, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(3):
        put(table, str(number))
    deliver = Deliver(lambda keys: ["1"] if "1" in keys else [])
    with caplog.at_level(logging.WARNING):
        pump(table, deliver, tries=3).run()
    assert deliver.batches == [["0", "1", "2"], ["1", "2"], ["1", "2"], ["2"]]
    assert len(caplog.records) == 1


def test_a_function_that_raises_gets_halves_until_the_bad_record_stands_alone(table: MotoTable) -> None:
    def fails(keys: list[str]) -> list[str]:
        if "2" in keys:
            raise FunctionError
        return []

    for number in range(4):
        put(table, str(number))
    deliver = Deliver(fails)
    pump(table, deliver, tries=2).run()
    assert deliver.batches == [["0", "1", "2", "3"], ["0", "1"], ["2", "3"], ["2"], ["2"], ["3"]]


def test_an_answer_that_names_an_unknown_record_fails_the_whole_batch(table: MotoTable) -> None:
    answers = iter([{"batchItemFailures": [{"itemIdentifier": "1"}]}, None])
    batches = []

    def deliver(event: Event) -> Any:
        batches.append(len(event["Records"]))
        return next(answers)

    put(table, "MATCH#1")
    StreamPump(table.streams, table.stream_arn, deliver, sleep=lambda _: None).run()
    assert batches == [1, 1]


def test_what_is_written_after_a_transaction_that_failed_arrives_too(table: MotoTable) -> None:
    deliver = Deliver()
    reader = pump(table, deliver)
    put(table, "MATCH#0")
    reader.run()
    item = {"pk": {"S": "MATCH#0"}, "sk": {"S": "MATCH"}, "version": {"N": "2"}}
    taken: Any = {"TableName": table.name, "Item": item, "ConditionExpression": "attribute_not_exists(pk)"}
    with pytest.raises(ClientError):
        table.dynamodb.transact_write_items(TransactItems=[{"Put": taken}])
    put(table, "MATCH#1")
    reader.run()
    assert deliver.batches == [["MATCH#0"], ["MATCH#1"]]


@pytest.mark.parametrize(
    "pattern, fits",
    [
        ({"eventName": ["INSERT"]}, False),
        ({"eventName": ["INSERT", "MODIFY"]}, True),
        ({"dynamodb": {"Keys": {"sk": {"S": [{"prefix": "SCREEN#"}]}}}}, True),
        ({"dynamodb": {"Keys": {"sk": {"S": [{"prefix": "CHAT#"}]}}}}, False),
        ({"dynamodb": {"Keys": {"gone": {"S": ["MATCH"]}}}}, False),
    ],
)
def test_filter_patterns_are_read_as_lambda_reads_them(pattern: dict[str, Any], fits: bool) -> None:
    assert matches(pattern, {"eventName": "MODIFY", "dynamodb": {"Keys": {"sk": {"S": "SCREEN#7"}}}}) is fits
