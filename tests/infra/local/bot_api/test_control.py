"""A test's handles: the log of calls, faults, the clock, and waiting for quiet."""

import asyncio
import threading
import time
from typing import Any

import httpx
import pytest

from infra.local.bot_api.app import BotApi
from infra.local.phone import LocalBotApi, Phone, PhoneError
from tests.infra.local.bot_api.tools import TOKEN, RawBot, Reply, Webhook


def test_every_call_is_logged_with_its_answer_and_no_secret(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    before = api.last_call()
    bot.call("setWebhook", url=f"http://127.0.0.1:9/{TOKEN}", secret_token="very-secret")
    bot.call("sendMessage", chat_id=alice.id, text=f"12 {TOKEN}")
    bot.refusal("sendMessage", chat_id=99, text="12", reply_markup={"inline_keyboard": []})
    first, _, third = api.calls(after=before)
    assert first["parameters"] == {"url": "http://127.0.0.1:9/***", "secret_token": "***"}
    assert third["n"] == before + 3
    assert third["via"] == "call"
    assert third["parameters"] == {"chat_id": 99, "text": "12", "reply_markup": {"inline_keyboard": []}}
    assert third["answer"]["description"] == "Bad Request: chat not found"
    assert TOKEN not in str(api.calls())


@pytest.mark.parametrize(
    "fault, expected",
    [
        (
            {"retry_after": 7},
            {
                "ok": False,
                "error_code": 429,
                "description": "Too Many Requests: retry after 7",
                "parameters": {"retry_after": 7},
            },
        ),
        ({"error_code": 502}, {"ok": False, "error_code": 502, "description": "Bad Gateway"}),
        ({"error_code": 401}, {"ok": False, "error_code": 401, "description": "Unauthorized"}),
        (
            {"error_code": 403, "description": "Forbidden: user is deactivated"},
            {"ok": False, "error_code": 403, "description": "Forbidden: user is deactivated"},
        ),
    ],
)
def test_a_fault_makes_so_many_calls_fail(
    bot: RawBot, alice: Phone, api: LocalBotApi, fault: dict[str, Any], expected: dict[str, Any]
) -> None:
    api.fault(times=2, **fault)
    send = {"chat_id": alice.id, "text": "x"}
    assert [bot.answer("sendMessage", **send) for _ in range(2)] == [expected] * 2
    assert bot.answer("sendMessage", **send)["ok"]
    assert len(alice.messages()) == 2


def test_a_fault_picks_its_method_and_its_chat(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    bob = api.phone("Bob")
    bob.send("/start")
    api.fault(method="sendMessage", chat_id=bob.id, error_code=500)
    assert bot.answer("sendMessage", chat_id=alice.id, text="x")["ok"]
    assert bot.answer("getMe")["ok"]
    assert bot.answer("sendMessage", chat_id=bob.id, text="x")["error_code"] == 500
    api.fault(times=5, error_code=500)
    api.clear_faults()
    assert bot.answer("getMe")["ok"]


def test_a_lost_reply_closes_the_connection_after_the_call_took_effect(
    bot: RawBot, alice: Phone, api: LocalBotApi
) -> None:
    api.fault(method="sendMessage", drop_reply=True)
    with pytest.raises(httpx.RemoteProtocolError):
        bot.answer("sendMessage", chat_id=alice.id, text="x")
    assert alice.last()["text"] == "x"
    assert api.calls(method="sendMessage")[-1]["answer"]["ok"]


def test_a_fault_meets_the_method_in_a_webhooks_reply_too(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    api.idle()
    body = f'{{"method": "sendMessage", "chat_id": {alice.id}, "text": "hi"}}'.encode()
    webhook.reply = lambda _: Reply(body=body)
    with api.faults(method="sendMessage", error_code=500):
        alice.send("x")
        api.idle()
    assert api.calls(method="sendMessage")[-1]["answer"]["error_code"] == 500
    assert alice.last()["text"] == "x"


def test_a_fault_that_makes_no_sense_is_refused(api: LocalBotApi) -> None:
    with pytest.raises(PhoneError, match="400"):
        api.fault(times="many")
    with pytest.raises(PhoneError, match="400"):
        api.fault(tines=1)


def test_the_clock_stamps_messages_and_runs_what_is_due(bot_api: BotApi, alice: Phone, api: LocalBotApi) -> None:
    ran: list[int] = []

    async def slow() -> None:
        await asyncio.sleep(0.05)
        ran.append(bot_api.clock.now())

    bot_api.on_clock(slow)
    bot_api.on_clock(lambda: ran.append(0))
    before = alice.send("a")["date"]
    now = api.advance(86_400)
    assert len(ran) == 2
    assert now - before >= 86_400
    assert alice.send("b")["date"] - before >= 86_400
    assert api.now() >= now
    with pytest.raises(PhoneError, match="only moves forward"):
        api.advance(-1)


def test_idle_waits_for_every_probe(bot_api: BotApi, api: LocalBotApi) -> None:
    busy = [True, True]

    async def later() -> bool:
        return busy[1]

    bot_api.add_probe(lambda: busy[0])
    bot_api.add_probe(later)
    waiting = threading.Thread(target=api.idle)
    waiting.start()
    for number in (0, 1):
        waiting.join(0.15)
        assert waiting.is_alive()
        busy[number] = False
    waiting.join(5)
    assert not waiting.is_alive()


def test_a_delivery_between_two_tries_is_not_idle(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    api.idle()
    replies = [Reply(503, headers={"Retry-After": "40"}), Reply()]
    webhook.reply = lambda _: replies.pop(0)
    alice.send("a")
    began = time.monotonic()
    api.idle()
    assert time.monotonic() - began > 0.3
    assert len(webhook.updates) == 3


@pytest.mark.parametrize("path", ["/updates", "/clock", "/faults", "/client/users"])
@pytest.mark.parametrize("body", [b"[]", b"{", b'"x"'])
def test_a_body_that_is_no_object_is_refused(api: LocalBotApi, path: str, body: bytes) -> None:
    assert api.http.post(path, content=body).status_code == 400
