"""The local table: safe between threads, and empty at first."""

from __future__ import annotations

import threading

import pytest

from infra.local.moto_table import MotoTable


def test_calls_from_many_threads_lose_no_write() -> None:
    with MotoTable() as table:

        def count() -> None:
            for _ in range(20):
                table.dynamodb.update_item(
                    TableName=table.name,
                    Key={"pk": {"S": "USER#1"}, "sk": {"S": "PROFILE"}},
                    UpdateExpression="ADD played :one",
                    ExpressionAttributeValues={":one": {"N": "1"}},
                )

        threads = [threading.Thread(target=count) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        item = table.dynamodb.get_item(TableName=table.name, Key={"pk": {"S": "USER#1"}, "sk": {"S": "PROFILE"}})
    assert item["Item"]["played"] == {"N": "120"}


def test_another_table_after_this_one_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    for _ in range(2):
        with MotoTable() as table:
            assert table.dynamodb.scan(TableName=table.name)["Count"] == 0
            table.dynamodb.put_item(TableName=table.name, Item={"pk": {"S": "a"}, "sk": {"S": "b"}})
