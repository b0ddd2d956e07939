"""No update, however odd, breaks the webhook, is logged as an error, or brings a message that Telegram would refuse.

The updates follow from a seed; `FUZZ_SEED` and `FUZZ_COUNT` try others and more.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, cast

import pytest
from telegram import Update

from core.match import DAY, HOUR
from handlers import clock, webhook
from handlers.chat.outside import Outside
from handlers.deliver import Deliver
from infra.courier import ChatGoneError, Courier
from infra.screen import Screen
from infra.settings import WebhookSettings
from infra.table import Table
from tests.handlers.bot_api_types import KINDS
from tests.handlers.bot_api_values import EVERY_FIELD
from tests.handlers.chat.telegram import assert_taken
from tests.handlers.deliveries import Visits
from tests.handlers.fuzzing import Fuzz
from tests.handlers.memory import MemoryDynamoDB
from tests.handlers.updates import WEBHOOK_SECRET
from tests.infra.stores import START

SEED: Final = int(os.environ.get("FUZZ_SEED", "7776"))
COUNT: Final = int(os.environ.get("FUZZ_COUNT", "20000"))
BATCH: Final = 80
ONLY_EDITS: Final = ("editMessageText", "editMessageReplyMarkup")


class PickyTelegram:
    """What deliver shows its screens to: it takes what Telegram takes. Some people have blocked the bot for a while."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.refused: list[str] = []
        self.gone: set[int] = set()

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int:
        try:
            assert 0 < chat_id < 2**52 or (chat_id < 0 and screen.method == "editMessageText")  # a duel's message
            assert (screen.method in ONLY_EDITS) == (message_id is not None)
            if screen.method != "editMessageReplyMarkup":
                assert_taken(screen)
        except AssertionError as error:
            self.refused.append(f"{error}: {screen} in {chat_id}, {message_id}")
        self.calls[screen.method] += 1
        if chat_id in self.gone:
            raise ChatGoneError("Forbidden: bot was blocked by the user")
        return message_id or self.calls.total()

    async def show_inline(self, screen: Screen, inline_message_id: str) -> None:
        await self.show(screen, -len(inline_message_id), 1)


class QuickBot:
    """Webhook, deliver and clock on a table in memory."""

    def __init__(self) -> None:
        self.now = START
        self.database = MemoryDynamoDB()
        self.table = Table(cast(Any, self.database), "fuzz", sleep=lambda _: None)
        self.telegram = PickyTelegram()
        numbers = itertools.count(1)
        settings = WebhookSettings.from_environ(
            {"TABLE_NAME": "fuzz", "WEBHOOK_SECRET": WEBHOOK_SECRET, "BOT_USERNAME": "seven7776_bot"}
        )
        self.webhook = webhook.build(settings, self.table, lambda: self.now, lambda: next(numbers).to_bytes(32, "big"))
        outside = Outside(self.table, cast(Courier, self.telegram), Visits(), lambda: self.now, "seven7776_bot")
        self.deliver = Deliver(outside, None)
        self.clock = clock.build(self.table, lambda: self.now, side_by_side=1)
        self._told = 0

    def tell(self) -> None:
        """Have deliver tell all that was saved, until nothing more is."""
        while records := self.database.records[self._told :]:
            self._told += len(records)
            wanted = [
                one for one in records if one["dynamodb"]["Keys"]["sk"]["S"].partition("#")[0] in ("MATCH", "SCREEN")
            ]
            assert self.deliver({"Records": wanted}, None) == {"batchItemFailures": []}


@pytest.fixture
def bot() -> Iterator[QuickBot]:
    bot = QuickBot()
    yield bot
    bot.deliver.close()


class Context:
    def get_remaining_time_in_millis(self) -> int:
        return 50_000


def assert_answered(event: dict[str, Any], response: dict[str, Any]) -> str:
    """What the answer was: a status or a method. Telegram would take it as it stands."""
    if "headers" not in event:
        assert response == {"statusCode": 403}
        return "403"
    assert response["statusCode"] == 200
    if "body" not in response:
        return "200"
    answer = json.loads(response["body"].encode())
    method = answer.pop("method")
    if method == "answerCallbackQuery":
        assert set(answer) <= {"callback_query_id", "text", "show_alert", "url"}
        assert answer["callback_query_id"]
        assert "text" not in answer or 1 <= len(answer["text"].encode("utf-16-le")) // 2 <= 200
    elif method == "answerInlineQuery":
        for result in answer["results"]:
            shown = result["input_message_content"]
            text = {"text": shown.pop("message_text"), "reply_markup": result["reply_markup"]}
            assert_taken(Screen("sendMessage", {**shown, **text}))
    else:
        assert isinstance(answer.pop("chat_id"), int)
        answer.pop("reply_parameters", None)
        assert_taken(Screen(method, answer))
    return str(method)


def problems(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [f"{one.getMessage()} {vars(one)}" for one in caplog.records if one.levelno >= logging.ERROR or one.exc_info]


def events(fuzz: Fuzz) -> Iterator[dict[str, Any]]:
    yield from fuzz.large()
    yield from fuzz.every_byte()
    yield from fuzz.every_field()
    while True:
        yield fuzz.event()


def test_no_update_breaks_anything(bot: QuickBot, caplog: pytest.LogCaptureFixture) -> None:
    """telegraf#806, pyTelegramBotAPI#356 and father-bot/chatgpt_telegram_bot#30."""
    caplog.set_level(logging.INFO, "7776")
    fuzz, answers = Fuzz(SEED), Counter[str]()
    for number, event in enumerate(itertools.islice(events(fuzz), COUNT)):
        try:
            response = bot.webhook(event, None)
            fuzz.offers += re.findall(r"accept:[0-9a-z:]+", response.get("body", ""))
            answers[assert_answered(event, response)] += 1
        except Exception as error:  # noqa: BLE001 (whatever it is, it is told with what caused it)
            pytest.fail(f"seed {SEED}, update {number}: {error!r} for {str(event.get('body'))[:2000]}")
        bot.now += fuzz.random.randint(0, 20)
        if number % BATCH == BATCH - 1:
            live_on(bot, fuzz)
            assert bot.telegram.refused == [], f"seed {SEED}, before update {number}"
            assert problems(caplog) == [], f"seed {SEED}, before update {number}"
            caplog.clear()
    assert sum(answers.values()) == COUNT
    assert EVERY_FIELD - fuzz.sent == set()
    assert min(answers[kind] for kind in ("200", "403", "answerCallbackQuery", "answerInlineQuery", "sendMessage")) > 20
    assert bot.telegram.calls["sendMessage"] > 500
    statuses = Counter(match.status for match in all_matches(bot))
    assert len(statuses) >= 6, statuses
    assert any(match.duel for match in all_matches(bot))


def live_on(bot: QuickBot, fuzz: Fuzz) -> None:
    """All is told, time passes, people come and go."""
    bot.tell()
    bot.now += fuzz.random.choices((0, HOUR, 20 * HOUR, 2 * DAY), (85, 10, 4, 1))[0]
    bot.clock({}, Context())
    bot.telegram.gone = {seat.user_id for match in fuzz.matches[-3:] for seat in match.seats if seat.user_id % 3 == 0}
    bot.tell()
    fuzz.matches = all_matches(bot)


def all_matches(bot: QuickBot) -> list[Any]:
    codes = [item["pk"]["S"].removeprefix("MATCH#") for item in bot.database.items() if item["sk"]["S"] == "MATCH"]
    return bot.table.matches(codes)


def test_what_is_called_valid_is_valid_by_another_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """python-telegram-bot knows the Bot API's types on its own."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    fuzz, kinds = Fuzz(SEED), Counter[str]()
    for _ in range(600):
        update = fuzz.valid()
        read = Update.de_json(json.loads(json.dumps(update)), None)
        assert read is not None
        kinds.update(name for name in update if name != "update_id")
    assert set(kinds) == set(KINDS)
