"""The table's fixtures: each test that asks for `store` or `table` runs on moto and on the real DynamoDB Local."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import moto
import pytest

from infra import clients
from infra.table import Table
from tests.infra import racers
from tests.infra.racers import Racers
from tests.infra.stores import Store, patient_client

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(scope="module", params=["moto", pytest.param("dynamodb_local", marks=pytest.mark.real("dynamodb"))])
def client(request: pytest.FixtureRequest) -> Iterator[DynamoDBClient]:
    """A client of DynamoDB as moto plays it in this process, or as AWS's own server does."""
    if request.param == "moto":
        with moto.mock_aws():
            yield clients.dynamodb()
    else:
        yield patient_client(request.getfixturevalue("dynamodb_local"))


@pytest.fixture(scope="session")
def running(dynamodb_local: str) -> Iterator[Racers]:
    """Processes that make moves at once."""
    with racers.started(dynamodb_local) as started:
        yield started


@pytest.fixture
def store(client: DynamoDBClient) -> Store:
    """A table of the test's own, and its client."""
    return Store(client)


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store.client, store.name, sleep=lambda _: None)
