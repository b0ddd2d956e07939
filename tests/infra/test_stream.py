"""The table's real stream, as moto and DynamoDB Local write it: every saved change can be read from it, once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import boto3
import pytest

from core import match as matches
from core.match import Match
from infra.items import Change, ScreenItem, parse_record
from infra.table import Table
from tests.infra.stores import START, Store, guest, opened, played

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

SCREEN = ScreenItem(user_id=1, update_id=7, name="rules", arguments={"page": 2}, expires_at=START)


@pytest.fixture
def streams(client: DynamoDBClient) -> DynamoDBStreamsClient:
    """A client of the streams at the same place as the table."""
    url = client.meta.endpoint_url
    return boto3.client("dynamodbstreams", endpoint_url=None if "amazonaws" in url else url)


def records(streams: DynamoDBStreamsClient, store: Store) -> Iterator[Any]:
    """All records of the table so far, shard by shard."""
    arn = store.client.describe_table(TableName=store.name)["Table"]["LatestStreamArn"]
    for shard in streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
        iterator = streams.get_shard_iterator(
            StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        yield from streams.get_records(ShardIterator=iterator)["Records"]


def changes(streams: DynamoDBStreamsClient, store: Store) -> list[tuple[Match | None, Match]]:
    parsed = [parse_record(record) for record in records(streams, store)]
    return [(change.before, change.after) for change in parsed if isinstance(change, Change)]


def test_every_save_is_one_change_of_the_match(streams: DynamoDBStreamsClient, store: Store, table: Table) -> None:
    states = [table.save(None, opened())]
    states.append(table.save(states[-1], matches.join(states[-1], guest(), START + 60)))
    states.append(table.save(states[-1], played(states[-1], 1)))
    table.save(states[-1], states[-1])
    table.record_message(states[-1].code, 0, 5, told=3, chapter=2)
    states.append(table.save(states[-1], matches.resign(states[-1], 1, START + 99)))
    assert changes(streams, store) == list(zip([None, *states], states, strict=False))


def test_a_screen_is_told_once(streams: DynamoDBStreamsClient, store: Store, table: Table) -> None:
    table.put_screen(SCREEN)
    table.put_screen(SCREEN)
    table.empty_screen(SCREEN)
    table.put_screen(SCREEN)
    told = [parse_record(record) for record in records(streams, store)]
    assert [item for item in told if item is not None] == [SCREEN]


def test_a_save_whose_answer_was_lost_is_one_change(streams: DynamoDBStreamsClient, store: Store, table: Table) -> None:
    with store.losing_answers():
        match = table.save(None, opened())
        table.save(match, matches.cancel(match, 1, START + 9))
    assert [after.status for _, after in changes(streams, store)] == ["open", "cancelled"]
