"""The table's fixtures: each test that asks for `store` or `table` runs on moto and on the real DynamoDB Local."""

from collections.abc import Iterator

import moto
import pytest

from infra.table import Table
from tests.infra.stores import Store


@pytest.fixture(scope="module", params=["moto", pytest.param("dynamodb_local", marks=pytest.mark.real("dynamodb"))])
def endpoint_url(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """Where the table is: in this process (None), or a server's URL."""
    if request.param == "moto":
        with moto.mock_aws():
            yield None
    else:
        url: str = request.getfixturevalue("dynamodb_local")
        yield url


@pytest.fixture
def store(endpoint_url: str | None) -> Store:
    """A table of the test's own, and its client."""
    return Store(endpoint_url)


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store.client, store.name, sleep=lambda _: None)
