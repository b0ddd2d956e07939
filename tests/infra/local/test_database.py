"""The table at an endpoint, on AWS's own DynamoDB Local: made where it is missing, and refused where it will not do."""

from __future__ import annotations

import re
from uuid import uuid4

import boto3
import pytest

from infra.local.database import Database, DatabaseError, Endpoint
from infra.local.functions import Event
from infra.local.pump import StreamPump
from infra.local.table_definition import definition
from infra.table import Table
from tests.infra.stores import CODE, opened


@pytest.fixture
def name() -> str:
    return f"7776-{uuid4()}"


def streamed(database: Database) -> list[str]:
    """The keys of all changes that the table's stream holds."""
    events: list[Event] = []
    StreamPump(database.streams, database.stream_arn, events.append, keeps_iterators=database.keeps_iterators).run()
    return [record["dynamodb"]["Keys"]["pk"]["S"] for event in events for record in event["Records"]]


def test_a_table_that_is_missing_is_made_with_its_stream(dynamodb_local: str, name: str) -> None:
    database = Endpoint(dynamodb_local).open(name)
    assert Table(database.dynamodb, name).save(None, opened()).code == CODE
    assert streamed(database) == [f"MATCH#{CODE}"]


def test_a_table_that_is_there_is_taken_as_it_is(dynamodb_local: str, name: str) -> None:
    match = Table(Endpoint(dynamodb_local).open(name).dynamodb, name).save(None, opened())
    again = Endpoint(dynamodb_local).open(name)
    assert Table(again.dynamodb, name).match(CODE) == match


def test_a_table_without_the_stream_is_refused_and_left_alone(dynamodb_local: str, name: str) -> None:
    client = boto3.client("dynamodb", endpoint_url=dynamodb_local)
    parameters = {key: value for key, value in definition().items() if key != "StreamSpecification"}
    client.create_table(TableName=name, **parameters)
    with pytest.raises(DatabaseError, match=rf"^The table {name} has no stream .+\.$"):
        Endpoint(dynamodb_local).open(name)
    assert "StreamSpecification" not in client.describe_table(TableName=name)["Table"]


def test_what_dynamodb_refuses_is_said_in_one_sentence(dynamodb_local: str) -> None:
    with pytest.raises(DatabaseError, match=r"^The DynamoDB at http://\S+ answers ValidationException to \w+ .+\.$"):
        Endpoint(dynamodb_local).open("n")


@pytest.mark.parametrize(
    "url, streams",
    [
        ("https://dynamodb.eu-west-3.amazonaws.com", r"https://streams\.dynamodb\.eu-west-3\.amazonaws\.com"),
        ("http://127.0.0.1:8000", r"http://127\.0\.0\.1:8000"),
    ],
)
def test_awss_streams_are_at_an_address_of_their_own(url: str, streams: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION"):
        monkeypatch.delenv(name, raising=False)
    assert re.fullmatch(streams, Endpoint(url).streams().meta.endpoint_url)
