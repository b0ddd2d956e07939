"""Updates on their way to a webhook: who gets them, in which order, how often, and what the reply does."""

import threading
import time
from itertools import pairwise
from typing import Any

import pytest

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi, Phone
from tests.infra.local.bot_api.tools import RawBot, Reply, Webhook, in_reply


def texts(webhook: Webhook) -> list[str]:
    return [update["message"]["text"] for update in webhook.updates if "message" in update]


def test_a_message_comes_with_the_secret_and_telegrams_shape(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    sent = alice.send("/start 7K3MQ9XA")
    api.idle()
    last = webhook.received[-1]
    assert last.headers["x-telegram-bot-api-secret-token"] == "s3cret_-"
    assert last.headers["content-type"] == "application/json"
    assert last.update["message"] == sent
    assert sent["from"]["language_code"] == "en"
    assert sent["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]


def test_update_ids_grow_by_one(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    for number in range(5):
        alice.send(str(number))
    api.idle()
    numbers = [update["update_id"] for update in webhook.updates]
    assert numbers == list(range(numbers[0], numbers[0] + 6))


def test_updates_that_waited_come_once_a_webhook_is_set(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    with Webhook() as webhook:
        bot.call("setWebhook", url=webhook.url)
        api.idle()
        assert texts(webhook) == ["/start"]
        bot.call("deleteWebhook")


def test_an_update_is_tried_until_it_is_taken_and_holds_up_its_queue(
    webhook: Webhook, alice: Phone, api: LocalBotApi, bot: RawBot
) -> None:
    api.idle()
    failing = [500, 502, 404, 200]
    webhook.reply = lambda _: Reply(status=failing.pop(0) if failing else 200)
    alice.send("a")
    alice.send("b")
    api.idle()
    assert texts(webhook)[1:] == ["a", "a", "a", "a", "b"]
    info = bot.call("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 404 Not Found"
    assert info["pending_update_count"] == 0


def test_the_second_try_comes_at_once_and_each_later_one_after_twice_as_long() -> None:
    failing = [500, 500, 500]
    with (
        Webhook(lambda _: Reply(failing.pop() if failing else 200)) as webhook,
        running(BotApi(retry_scale=0.1)) as url,
    ):
        RawBot(url).call("setWebhook", url=webhook.url)
        with LocalBotApi(url) as api:
            api.phone("Alice").send("a")
            webhook.wait_for(4)
            api.idle()
        RawBot(url).call("deleteWebhook")
    first, second, third = (b.at - a.at for a, b in pairwise(webhook.received))
    assert second >= 0.2
    assert third >= 0.4
    assert first < third


def test_retry_after_is_honoured(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    api.idle()
    replies = [Reply(503, headers={"Retry-After": "30"}), Reply()]
    webhook.reply = lambda _: replies.pop(0)
    alice.send("a")
    api.idle()
    assert webhook.received[-1].at - webhook.received[-2].at > 0.25


def test_different_people_are_served_side_by_side(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    bob = api.phone("Bob")
    go_on = threading.Event()

    def slow_for_alice(update: dict[str, Any]) -> Reply:
        if update["message"]["from"]["id"] == alice.id:
            go_on.wait(5)
        return Reply()

    api.idle()
    webhook.reply = slow_for_alice
    alice.send("slow")
    bob.send("quick")
    webhook.wait_for(3)
    bob.send("quick again")
    webhook.wait_for(4)
    go_on.set()
    api.idle()
    assert set(texts(webhook)[1:3]) == {"slow", "quick"}
    assert texts(webhook)[3] == "quick again"


def test_max_connections_bounds_what_is_under_way(api: LocalBotApi, bot: RawBot) -> None:
    go_on = threading.Event()

    def wait(_: dict[str, Any]) -> Reply:
        go_on.wait(10)
        return Reply()

    with Webhook(wait) as webhook:
        bot.call("setWebhook", url=webhook.url, max_connections=2)
        for number in range(6):
            api.phone(f"P{number}").send("x")
        webhook.wait_for(2)
        time.sleep(0.2)
        under_way = len(webhook.received)
        go_on.set()
        api.idle()
        bot.call("deleteWebhook")
    assert (under_way, len(webhook.received)) == (2, 6)


def test_a_tap_is_not_delivered_after_150_seconds_and_a_message_is(
    webhook: Webhook, alice: Phone, api: LocalBotApi
) -> None:
    api.idle()
    webhook.reply = lambda _: Reply(503, headers={"Retry-After": "20"})
    alice.send("late")
    tapping = threading.Thread(target=alice.tap_data, args=("go", 1))
    tapping.start()
    webhook.wait_for(3)
    api.advance(151)
    webhook.reply = lambda _: Reply()
    api.idle()
    tapping.join()
    assert [next(iter(set(update) - {"update_id"})) for update in webhook.updates[3:]] == ["message"]


def test_only_allowed_updates_come_and_leaving_them_out_keeps_the_list(
    bot: RawBot, alice: Phone, api: LocalBotApi
) -> None:
    with Webhook() as webhook:
        bot.call("setWebhook", url=webhook.url, allowed_updates=["message"], drop_pending_updates=True)
        bot.call("setWebhook", url=webhook.url, max_connections=3)
        alice.block()
        alice.send("hi")
        api.idle()
        info = bot.call("getWebhookInfo")
        assert (info["allowed_updates"], info["max_connections"]) == (["message"], 3)
        assert texts(webhook) == ["hi"]
        assert len(webhook.updates) == 1
        bot.call("setWebhook", url=webhook.url, allowed_updates=[])
        assert "allowed_updates" not in bot.call("getWebhookInfo")
        bot.call("deleteWebhook")


def test_block_and_return_are_told_as_my_chat_member(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    alice.block()
    alice.block()
    alice.unblock()
    api.idle()
    changes = [update["my_chat_member"] for update in webhook.updates if "my_chat_member" in update]
    assert [(one["old_chat_member"]["status"], one["new_chat_member"]["status"]) for one in changes] == [
        ("member", "kicked"),
        ("kicked", "member"),
    ]
    assert changes[0]["new_chat_member"]["user"]["id"] == 7700
    assert changes[0]["chat"]["type"] == "private"


def test_the_method_in_a_reply_is_carried_out_and_logged(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    api.idle()
    webhook.reply = lambda _: in_reply("sendMessage", chat_id=alice.id, text="<b>Hello</b>", parse_mode="HTML")
    alice.send("/help")
    assert alice.wait_for_text("Hello")["entities"][0]["type"] == "bold"
    api.idle()
    (call,) = api.calls(method="sendMessage")
    assert (call["via"], call["answer"]["ok"]) == ("webhook", True)
    assert call["parameters"] == {"chat_id": alice.id, "text": "<b>Hello</b>", "parse_mode": "HTML"}


def test_a_reply_may_be_url_encoded(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    api.idle()
    body = f"method=sendMessage&chat_id={alice.id}&text=one+two".encode()
    webhook.reply = lambda _: Reply(body=body, content_type="application/x-www-form-urlencoded")
    alice.send("x")
    assert alice.wait_for_text("one two")


@pytest.mark.parametrize("method", ["deleteWebhook", "setWebhook", "getMe", ""])
def test_some_methods_are_not_carried_out_in_a_reply(
    webhook: Webhook, alice: Phone, api: LocalBotApi, method: str
) -> None:
    api.idle()
    before = api.last_call()
    webhook.reply = lambda _: in_reply(method)
    alice.send("x")
    api.idle()
    assert api.calls(after=before) == []


@pytest.mark.parametrize("body", [b"", b"OK", b"[]", b"\xff{"])
def test_a_reply_that_is_no_call_is_taken(webhook: Webhook, alice: Phone, api: LocalBotApi, body: bytes) -> None:
    webhook.reply = lambda _: Reply(body=body)
    alice.send("x")
    api.idle()
    assert texts(webhook) == ["/start", "x"]


def test_a_refused_method_in_a_reply_harms_nothing(webhook: Webhook, alice: Phone, api: LocalBotApi) -> None:
    webhook.reply = lambda _: in_reply("sendMessage", chat_id=alice.id, text="<b>")
    alice.send("x")
    webhook.reply = lambda _: in_reply("sendFax")
    api.idle()
    alice.send("y")
    api.idle()
    assert texts(webhook)[-1] == "y"
    assert not api.calls(method="sendFax")[-1]["answer"]["ok"]


def test_a_raw_update_is_delivered_as_it_stands(webhook: Webhook, api: LocalBotApi) -> None:
    odd = {"update_id": 5, "message": {"text": None}, "chess": [1, {"a": "ä"}]}
    assert api.update(odd) == odd
    numbered = api.update({"poll": {}})
    api.update(odd)
    api.idle()
    assert sorted(map(str, webhook.updates)) == sorted(map(str, [odd, numbered, odd]))


@pytest.mark.parametrize(
    "params, expected",
    [
        ({"url": "http://example.org/x"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        (
            {"url": "https://example.org:8080/x"},
            "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
        ),
        ({"url": "ftp://example.org"}, "invalid webhook URL specified"),
        ({"url": "https://a b"}, "invalid webhook URL specified"),
        ({"url": "https://a.org", "secret_token": "x" * 257}, "secret token is too long"),
        ({"url": "https://a.org", "secret_token": "a b"}, "secret token contains unallowed characters"),
    ],
)
def test_a_wrong_webhook_is_refused(bot: RawBot, params: dict[str, Any], expected: str) -> None:
    assert bot.refusal("setWebhook", **params) == f"Bad Request: {expected}"
    assert bot.call("getWebhookInfo")["url"] == ""


def test_a_webhook_belongs_to_the_token_that_set_it(bot: RawBot, api: LocalBotApi) -> None:
    newer = RawBot(api.base_url, "7700:" + "B" * 35)
    newer.call("setWebhook", url="https://example.org/new")
    assert bot.call("getWebhookInfo")["url"] == ""
    bot.call("deleteWebhook")
    assert newer.call("getWebhookInfo")["url"] == "https://example.org/new"


def test_deleting_a_webhook_keeps_or_drops_what_waits(bot: RawBot, alice: Phone) -> None:
    bot.call("deleteWebhook")
    assert bot.call("getWebhookInfo")["pending_update_count"] == 1
    bot.call("deleteWebhook", drop_pending_updates=True)
    assert bot.call("getWebhookInfo")["pending_update_count"] == 0
