"""One playground for each file of tests from outside; every test brings people of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from infra.local.phone import LocalBotApi
from infra.local.playground import Playground


@pytest.fixture(scope="module")
def playground() -> Iterator[Playground]:
    with Playground(retry_scale=0.05) as playground:
        yield playground


@pytest.fixture
def api(playground: Playground) -> Iterator[LocalBotApi]:
    with LocalBotApi(playground.url) as api:
        yield api
