"""moto's DynamoDB made quicker: what it answers, and what a failed transaction leaves, is what it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError

from infra.local.moto_table import REGION, MotoTable
from infra.table import Table
from tests.infra.stores import START, begun, guest, host


@pytest.fixture
def table() -> Iterator[MotoTable]:
    with MotoTable() as table:
        yield table


def key(pk: str, sk: str) -> dict[str, Any]:
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def count_up(pk: str) -> dict[str, Any]:
    return {
        "Key": key(pk, "PROFILE"),
        "UpdateExpression": "ADD played :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }


def everything(table: MotoTable) -> list[dict[str, Any]]:
    return list(table.dynamodb.scan(TableName=table.name)["Items"])


def stream(table: MotoTable) -> int:
    shard = table.streams.describe_stream(StreamArn=table.stream_arn)["StreamDescription"]["Shards"][0]
    where: Any = {"StreamArn": table.stream_arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
    return len(
        table.streams.get_records(ShardIterator=table.streams.get_shard_iterator(**where)["ShardIterator"])["Records"]
    )


@pytest.mark.parametrize("is_own", [True, False])
def test_a_transaction_that_fails_leaves_nothing_of_its_parts(table: MotoTable, is_own: bool) -> None:
    client = table.dynamodb if is_own else boto3.client("dynamodb", region_name=REGION)
    for pk in ("USER#1", "USER#2"):
        table.dynamodb.update_item(TableName=table.name, **count_up(pk))
    before, records = everything(table), stream(table)
    refused = {
        "TableName": table.name,
        "Item": key("USER#2", "PROFILE"),
        "ConditionExpression": "attribute_not_exists(pk)",
    }
    new = {"TableName": table.name, "Item": key("USER#3", "PROFILE")}
    updates: Any = [{"Update": {"TableName": table.name, **count_up("USER#1")}}, {"Put": new}, {"Put": refused}]
    with pytest.raises(ClientError):
        client.transact_write_items(TransactItems=updates)
    assert everything(table) == before
    assert stream(table) == records


def test_a_transaction_that_holds_changes_all_its_parts(table: MotoTable) -> None:
    updates: Any = [{"Update": {"TableName": table.name, **count_up(pk)}} for pk in ("USER#1", "USER#2")]
    for _ in range(2):
        table.dynamodb.transact_write_items(TransactItems=updates)
    assert [item["played"] for item in everything(table)] == [{"N": "2"}, {"N": "2"}]


def test_a_query_finds_what_is_its_own_among_others(table: MotoTable) -> None:
    store = Table(table.dynamodb, table.name)
    for number, code in enumerate(("AAAAAAAA", "BBBBBBBB", "CCCCCCCC")):
        store.save(None, begun(code, host(2 * number + 1), guest(2 * number + 2)))
    store.record_message("BBBBBBBB", 0, 7, told=3, chapter=2)
    assert store.live_codes(3) == ["BBBBBBBB"]
    assert [cursor.message_id for cursor in store.cursors("BBBBBBBB")] == [7, None]
    assert store.cursors("AAAAAAAA")[0].message_id is None
    assert sorted(store.due(START + 10**6)) == ["AAAAAAAA", "BBBBBBBB", "CCCCCCCC"]
    assert list(store.due(START)) == []
