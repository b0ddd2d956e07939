"""Functions and the whole bot run on tables in memory here; the table runs on moto and on DynamoDB Local, elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.clock import Clock
from infra.local.phone import LocalBotApi, Phone
from infra.logs import quiet_libraries
from tests.handlers.bots import WholeBot
from tests.handlers.deliveries import TOKEN, Delivery
from tests.handlers.memory_table import MemoryTable
from tests.handlers.webhooks import OTHERS_CODE, Webhook
from tests.infra.stores import CODE, START, begun, guest, host, played


@pytest.fixture
def webhook() -> Webhook:
    return Webhook(MemoryTable())


@pytest.fixture
def two_tables(webhook: Webhook) -> Webhook:
    """Alice (1001) and Bob (1002) in round 4, in which nobody has picked; Carol and Dan at a table of their own."""
    webhook.now = START + 200
    webhook.table.save(None, played(begun(CODE, host(1001), guest(1002)), 3))
    webhook.table.save(None, played(begun(OTHERS_CODE, host(1003, "Carol"), guest(1004, "Dan")), 3))
    return webhook


@pytest.fixture(scope="module")
def api() -> Iterator[LocalBotApi]:
    """A Bot API of its own, with no webhook: what people type goes nowhere."""
    with running(BotApi(Clock(), token=TOKEN, username="seven7776_bot")) as url, LocalBotApi(url) as api:
        yield api


@pytest.fixture(scope="module")
def one_delivery(api: LocalBotApi) -> Iterator[Delivery]:
    with closing(Delivery(MemoryTable(), api)) as delivery:
        yield delivery


@pytest.fixture
def delivery(one_delivery: Delivery) -> Iterator[Delivery]:
    one_delivery.begin_test()
    yield one_delivery
    one_delivery.api.clear_faults()


@pytest.fixture(scope="module")
def streamed() -> MemoryTable:
    """The table of `bot`."""
    return MemoryTable()


@pytest.fixture(scope="module")
def bot(streamed: MemoryTable, api: LocalBotApi) -> Iterator[WholeBot]:
    """The whole bot on a table in memory; it logs as it does on AWS."""
    quiet_libraries()
    with closing(WholeBot(streamed, api)) as bot:
        yield bot


@pytest.fixture
def people(bot: WholeBot) -> tuple[Phone, Phone, Phone]:
    """Alice, Bob and Carol, who have started the bot."""
    bot.begin_test()
    alice, bob, carol = bot.people("Alice", "Bob", "Carol")
    return alice, bob, carol
