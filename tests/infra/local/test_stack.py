"""The stack's own part: what had to be given up for a fault that lasted is told once the fault has passed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.moto_table import MotoTable
from infra.local.phone import LocalBotApi
from infra.local.stack import Stack
from infra.table import Table
from tests.infra.stores import host, opened

TOKEN = "7776000003:" + "D" * 35
ENVIRON = {"BOT_TOKEN": TOKEN, "BOT_USERNAME": "family_bot", "WEBHOOK_SECRET": "S3cret"}


@pytest.fixture
def api() -> Iterator[LocalBotApi]:
    with running(BotApi(token=TOKEN)) as url, LocalBotApi(url) as api:
        yield api


@contextmanager
def unreadable(source: MotoTable) -> Iterator[None]:
    """A fault of the database that keeps deliver from learning what a chat has heard."""

    def fail(**_: object) -> None:
        raise ConnectionError

    source.dynamodb.meta.events.register("provide-client-params.dynamodb.Query", fail)
    yield
    source.dynamodb.meta.events.unregister("provide-client-params.dynamodb.Query", fail)


def test_what_was_given_up_is_told_when_the_fault_has_passed(
    api: LocalBotApi, caplog: pytest.LogCaptureFixture
) -> None:
    alice = api.phone("Alice")
    alice.send("/start")
    with MotoTable() as source:
        stack = Stack(source, ENVIRON, lambda: int(time.time()), take_up_every_s=0.5)
        with stack.running(api.base_url):
            with unreadable(source):
                Table(source.dynamodb, source.name).save(None, opened(player=host(alice.id)))
                give_up = time.monotonic() + 30
                while "was given up" not in caplog.text:
                    assert time.monotonic() < give_up
                    time.sleep(0.05)
            alice.wait_for_text("Your table is open", 30)
            stack.settle(10)
        assert len(alice.messages()) == 2
