"""One playground for each file of tests from outside; every test brings people of its own."""

from __future__ import annotations

import base64
import logging
import secrets
from collections.abc import Iterator

import pytest

from infra.local.phone import LocalBotApi
from infra.local.playground import Playground


@pytest.fixture(scope="module")
def match_secrets() -> list[bytes]:
    """The secrets of all matches so far."""
    return []


@pytest.fixture(scope="module")
def playground(match_secrets: list[bytes]) -> Iterator[Playground]:
    def new_secret() -> bytes:
        match_secrets.append(secrets.token_bytes(32))
        return match_secrets[-1]

    with Playground(retry_scale=0.05, new_secret=new_secret) as playground:
        yield playground


@pytest.fixture
def api(playground: Playground, match_secrets: list[bytes], caplog: pytest.LogCaptureFixture) -> Iterator[LocalBotApi]:
    """The client API; afterwards, no log may hold the token, the webhook's secret or a match's."""
    caplog.set_level(logging.DEBUG)
    with LocalBotApi(playground.url) as api:
        yield api
    logged = "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.get_records("call"))
    hidden = [playground.token, playground.webhook_secret]
    for secret in match_secrets:
        hidden += [secret.hex(), base64.b64encode(secret).decode(), repr(secret)]
    assert not any(one in logged for one in hidden)
