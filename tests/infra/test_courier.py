"""What each of Telegram's refusals means to whoever sends a screen."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest
from telegram import Bot
from telegram.request import BaseRequest

from infra.courier import (
    ChatGoneError,
    Courier,
    CourierError,
    MustWaitError,
    NotEditableError,
    ScreenRefusedError,
    bot,
)
from infra.screen import Screen
from tests.infra.strangers import stranger

TOKEN = "7776000001:" + "T" * 35
HELLO = Screen("sendMessage", {"text": "hello"})
EDIT = Screen("editMessageText", {"text": "hello"})


class Answering(BaseRequest):
    """A Bot API that answers each call alike."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        self.status, self.answer = status, answer
        self.calls = 0

    @property
    def read_timeout(self) -> float:
        return 5.0

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        self.calls += 1
        self.parameters = kwargs["request_data"].parameters
        return self.status, json.dumps(self.answer).encode()


@pytest.fixture(autouse=True)
def waits_as_time_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `infra.courier.bot` has the library give them."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


def show(status: int, description: str, screen: Screen = HELLO, **parameters: int) -> int | None:
    answer = {"ok": False, "error_code": status, "description": description, "parameters": parameters}
    courier = Courier(Bot("1:" + "T" * 35, request=Answering(status, answer)))
    return asyncio.run(courier.show(screen, 1001, 7 if screen is EDIT else None))


@pytest.mark.parametrize(
    "status, description, parameters",
    [
        (403, "Forbidden: bot was blocked by the user", {}),
        (403, "Forbidden: user is deactivated", {}),
        (403, "Forbidden: bot can't initiate conversation with a user", {}),
        (400, "Bad Request: chat not found", {}),
        (400, "Bad Request: PEER_ID_INVALID", {}),
        (400, "Bad Request: group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": -1001}),
    ],
)
def test_a_chat_that_takes_no_messages_is_gone(status: int, description: str, parameters: dict[str, Any]) -> None:
    with pytest.raises(ChatGoneError):
        show(status, description, **parameters)


@pytest.mark.parametrize(
    "has_paid_broadcast, screen, is_paid", [(False, HELLO, False), (True, HELLO, True), (True, EDIT, False)]
)
def test_only_what_is_sent_is_paid_for_and_only_if_the_operator_wants_that(
    has_paid_broadcast: bool, screen: Screen, is_paid: bool
) -> None:
    bot_api = Answering(200, {"ok": True, "result": True})
    courier = Courier(Bot("1:" + "T" * 35, request=bot_api), has_paid_broadcast=has_paid_broadcast)
    asyncio.run(courier.show(screen, 1001, 7 if screen is EDIT else None))
    assert ("allow_paid_broadcast" in bot_api.parameters) == is_paid


@pytest.mark.parametrize("description", ["message is not modified: the same", "query is too old and response timeout"])
def test_what_is_so_already_is_a_success(description: str) -> None:
    assert show(400, f"Bad Request: {description}", EDIT) == 7


@pytest.mark.parametrize("description", ["message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID"])
def test_a_message_that_cannot_be_edited_says_so(description: str) -> None:
    with pytest.raises(NotEditableError):
        show(400, f"Bad Request: {description}", EDIT)


def test_a_screen_that_telegram_does_not_understand_is_refused() -> None:
    with pytest.raises(ScreenRefusedError):
        show(400, "Bad Request: can't parse entities")


@pytest.mark.parametrize("status, seconds", [(429, 17), (500, None), (502, None)])
def test_flood_control_and_faults_must_be_waited_for(status: int, seconds: int | None) -> None:
    with pytest.raises(MustWaitError) as waiting:
        show(status, "try again", HELLO, **({"retry_after": seconds} if seconds else {}))
    assert (waiting.value.retry_after_s, waiting.value.may_have_arrived) == (seconds, False)


def test_a_winner_without_the_effect_is_better_than_no_message() -> None:
    request = Answering(400, {"ok": False, "error_code": 400, "description": "Bad Request: EFFECT_ID_INVALID"})
    courier = Courier(Bot("1:" + "T" * 35, request=request))
    screen = Screen("sendMessage", {"text": "won", "message_effect_id": "5046509860389126442"})
    with pytest.raises(CourierError):
        asyncio.run(courier.show(screen, 1001))
    assert request.calls == 2


async def tell(bot_api_url: str) -> None:
    courier = Courier(bot(TOKEN, bot_api_url))
    try:
        await courier.show(HELLO, 1001)
    finally:
        await courier.close()


@pytest.mark.parametrize(
    "status, page",
    [
        *((status, "chat not found: http://api.example{path}") for status in (200, 302, 400, 401, 403, 404, 429, 502)),
        *((403, page) for page in ('{"message": "no way to {path}"}', '["{path}"]', '{"ok": true}', "")),
    ],
)
def test_an_answer_that_is_not_the_bot_apis_is_nobodys_last_word_and_is_in_no_log(
    caplog: pytest.LogCaptureFixture, status: int, page: str
) -> None:
    caplog.set_level(logging.WARNING)
    with stranger(status, page) as url, pytest.raises(MustWaitError) as waiting:
        asyncio.run(tell(url))
    assert str(waiting.value) == f"not an answer of the Bot API ({status})"
    assert not waiting.value.may_have_arrived
    assert caplog.text == ""


@pytest.mark.parametrize("page", ['{"ok": false, "error_code": 504, "description": "Gateway Timeout"}', "<html>"])
def test_a_gateway_that_gave_up_cannot_say_whether_the_message_has_arrived(page: str) -> None:
    """python-telegram-bot#1045: it is sent again a few times only."""
    with stranger(504, page) as url, pytest.raises(MustWaitError) as waiting:
        asyncio.run(tell(url))
    assert waiting.value.may_have_arrived


def test_where_no_answer_comes_only_the_kind_of_fault_is_told() -> None:
    with stranger(200, "") as url:
        pass
    with pytest.raises(MustWaitError) as waiting:
        asyncio.run(tell(url))
    assert str(waiting.value) == "ConnectError"
