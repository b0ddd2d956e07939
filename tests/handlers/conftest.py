"""The webhook's fixtures: it runs on moto here; races run on DynamoDB Local, elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import moto
import pytest

from infra import clients
from infra.table import Table
from tests.handlers.webhooks import Webhook
from tests.infra.stores import Store

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(scope="module")
def client() -> Iterator[DynamoDBClient]:
    with moto.mock_aws():
        yield clients.dynamodb()


@pytest.fixture
def webhook(client: DynamoDBClient) -> Webhook:
    store = Store(client=client)
    return Webhook(store, Table(store.client, store.name, sleep=lambda _: None))
