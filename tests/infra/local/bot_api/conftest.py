"""A local Bot API for each test, a bot that calls it, a webhook, and people."""

from collections.abc import Iterator

import pytest

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi, Phone
from tests.infra.local.bot_api.tools import RawBot, Webhook


@pytest.fixture
def bot_api() -> BotApi:
    return BotApi(retry_scale=0.01, answer_within=2)


@pytest.fixture
def api(bot_api: BotApi) -> Iterator[LocalBotApi]:
    with running(bot_api) as url, LocalBotApi(url) as api:
        yield api


@pytest.fixture
def bot(api: LocalBotApi) -> RawBot:
    """A bot that Telegram knows of since its first call."""
    bot = RawBot(api.base_url)
    bot.call("getMe")
    return bot


@pytest.fixture
def alice(api: LocalBotApi, bot: RawBot) -> Phone:
    """Someone who has started the bot."""
    alice = api.phone("Alice", username="alice_a", language_code="en")
    alice.send("/start")
    return alice


@pytest.fixture
def webhook(bot: RawBot) -> Iterator[Webhook]:
    """The bot's webhook, set before anyone writes."""
    with Webhook() as webhook:
        bot.call("setWebhook", url=webhook.url, secret_token="s3cret_-")
        yield webhook
        bot.call("deleteWebhook")
