"""What people do through the client API, and what the bot hears of it."""

from collections.abc import Callable
from typing import Any

import pytest

from infra.local.phone import LocalBotApi, Phone, PhoneError, Tapped
from tests.infra.local.bot_api.tools import RawBot, Reply, Webhook, in_reply

ARTICLE = {
    "type": "article",
    "id": "7K3M",
    "title": "A table",
    "input_message_content": {"message_text": "<b>Play</b> me", "parse_mode": "HTML"},
    "reply_markup": {"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]},
}


def toast(**answer: Any) -> Callable[[dict[str, Any]], Reply]:
    """Answers each tap in the webhook's reply."""

    def reply(update: dict[str, Any]) -> Reply:
        tap = update.get("callback_query")
        return in_reply("answerCallbackQuery", callback_query_id=tap["id"], **answer) if tap else Reply()

    return reply


def test_people_are_numbered_from_1001_and_can_be_changed(api: LocalBotApi) -> None:
    assert [api.phone("Alice").id, api.phone("Bob").id] == [1001, 1002]
    changed = api.post("/client/users", {"id": 1001, "first_name": "Alicia", "language_code": "es"})
    assert changed == {"id": 1001, "is_bot": False, "first_name": "Alicia", "language_code": "es"}
    assert [user["first_name"] for user in api.get("/client/users")] == ["Alicia", "Bob"]


@pytest.mark.parametrize(
    "path, body, status",
    [
        ("/client/users", {"first_name": " "}, 400),
        ("/client/users", {"first_name": 5}, 400),
        ("/client/users", {"first_name": "A", "id": "x"}, 400),
        ("/client/999/send", {"text": "x"}, 404),
        ("/client/1001/send", {}, 400),
        ("/client/1001/send", {"text": " "}, 400),
        ("/client/1001/send", {"text": "x" * 4097}, 400),
        ("/client/1001/send", {"text": "x", "chat_id": -5}, 404),
        ("/client/1001/tap", {"data": "x"}, 400),
        ("/client/1001/choose", {"result_id": "none"}, 404),
        ("/client/chats", {"title": "x", "type": "group", "members": [999]}, 404),
        ("/client/chats", {"title": "x", "type": "club", "members": [1001]}, 400),
    ],
)
def test_a_wrong_request_is_told_what_is_wrong(
    alice: Phone, api: LocalBotApi, path: str, body: dict[str, Any], status: int
) -> None:
    response = api.http.post(path, json=body)
    assert response.status_code == status
    assert response.json()["error"]


def test_nobody_to_talk_to_is_told_in_a_sentence(api: LocalBotApi) -> None:
    with pytest.raises(PhoneError, match="no bot has called the Bot API yet"):
        api.phone("Alice").send("hi")


def test_a_tap_shows_what_the_bot_answers(webhook: Webhook, alice: Phone) -> None:
    webhook.reply = toast(text="Too late", show_alert=True)
    assert alice.tap_data("pick:forged", 1) == Tapped(answered=True, text="Too late", show_alert=True, url="")
    tap = webhook.last("callback_query")
    assert (tap["data"], tap["from"]["id"], tap["message"]["text"]) == ("pick:forged", alice.id, "/start")
    assert tap["chat_instance"]


def test_a_tap_without_data_has_none_and_one_on_a_deleted_message_shows_what_is_left(
    webhook: Webhook, alice: Phone
) -> None:
    webhook.reply = toast()
    assert alice.tap_data(None, 99).answered
    tap = webhook.last("callback_query")
    assert "data" not in tap
    assert (tap["message"]["message_id"], tap["message"]["date"]) == (99, 0)


def test_a_tap_that_nobody_answers_ends_after_a_while(webhook: Webhook, alice: Phone) -> None:
    assert alice.tap_data("x", 1) == Tapped(answered=False, text="", show_alert=False, url="")


@pytest.mark.parametrize(
    "answer, expected",
    [
        ({"text": "x" * 201}, "Bad Request: MESSAGE_TOO_LONG"),
        ({"url": "https://example.org"}, "Bad Request: URL_INVALID"),
        (
            {"callback_query_id": "5"},
            "Bad Request: query is too old and response timeout expired or query ID is invalid",
        ),
    ],
)
def test_a_wrong_answer_leaves_the_tap_open(
    webhook: Webhook, alice: Phone, api: LocalBotApi, answer: dict[str, Any], expected: str
) -> None:
    def reply(update: dict[str, Any]) -> Reply:
        return in_reply("answerCallbackQuery", **({"callback_query_id": update["callback_query"]["id"]} | answer))

    api.idle()
    webhook.reply = reply
    assert not alice.tap_data("x", 1).answered
    assert api.calls(method="answerCallbackQuery")[-1]["answer"]["description"] == expected


def test_a_tap_can_be_answered_once_and_for_150_seconds(
    webhook: Webhook, alice: Phone, api: LocalBotApi, bot: RawBot
) -> None:
    too_old = "Bad Request: query is too old and response timeout expired or query ID is invalid"
    webhook.reply = toast(text="ok")
    alice.tap_data("x", 1)
    answered = webhook.last("callback_query")["id"]
    assert bot.refusal("answerCallbackQuery", callback_query_id=answered) == too_old
    webhook.reply = lambda _: Reply()
    alice.tap_data("x", 1)
    api.advance(151)
    late = webhook.last("callback_query")["id"]
    assert bot.refusal("answerCallbackQuery", callback_query_id=late) == too_old


def test_a_deep_link_may_be_the_answer_to_a_tap(webhook: Webhook, alice: Phone) -> None:
    webhook.reply = toast(url="https://t.me/bot7700_bot?start=A")
    assert alice.tap_data("x", 1).url == "https://t.me/bot7700_bot?start=A"


def test_the_bot_joins_a_group_and_hears_only_what_is_meant_for_it(
    webhook: Webhook, alice: Phone, api: LocalBotApi, bot: RawBot
) -> None:
    bob = api.phone("Bob")
    group = api.group("Friends", alice, bob)
    for text in ("hello", "/new", "/new@bot7700_bot", "/new@other_bot", "/join@BOT7700_BOT x"):
        bob.send(text, chat_id=group["id"])
    sent = bot.call("sendMessage", chat_id=group["id"], text="Come to me")
    api.post(
        f"/client/{bob.id}/send", {"text": "why?", "chat_id": group["id"], "reply_to_message_id": sent["message_id"]}
    )
    api.idle()
    heard = [update["message"] for update in webhook.updates if update.get("message", {}).get("chat") == group]
    assert [message.get("text") for message in heard] == [
        None, "/new", "/new@bot7700_bot", "/join@BOT7700_BOT x", "why?",
    ]  # fmt: skip
    assert heard[0]["new_chat_members"][0]["id"] == 7700
    (added,) = [update["my_chat_member"] for update in webhook.updates if "my_chat_member" in update]
    assert (added["old_chat_member"]["status"], added["new_chat_member"]["status"]) == ("left", "member")
    assert len(api.get(f"/client/chats/{group['id']}/messages")) == len(bob.messages(chat_id=group["id"])) == 8
    assert bob.messages() == []


def test_someone_outside_a_group_sees_nothing_of_it(alice: Phone, api: LocalBotApi) -> None:
    group = api.group("Friends", alice, kind="supergroup")
    assert group["id"] < -1_000_000_000_000
    with pytest.raises(PhoneError, match="404"):
        api.phone("Eve").messages(chat_id=group["id"])


def offering(*results: dict[str, Any]) -> Callable[[dict[str, Any]], Reply]:
    def reply(update: dict[str, Any]) -> Reply:
        query = update.get("inline_query")
        return in_reply("answerInlineQuery", inline_query_id=query["id"], results=results) if query else Reply()

    return reply


def test_an_inline_result_is_posted_between_friends_and_its_buttons_work(
    webhook: Webhook, alice: Phone, api: LocalBotApi, bot: RawBot
) -> None:
    bob = api.phone("Bob")
    webhook.reply = offering(ARTICLE)
    (result,) = alice.inline("7K3M")
    assert (result["id"], result["title"]) == ("7K3M", "A table")
    sent = alice.choose("7K3M", chat_id=bob.id)
    assert (sent["text"], sent["via_bot"]["id"], sent["from"]["id"]) == ("Play me", 7700, alice.id)
    api.idle()
    chosen = webhook.last("chosen_inline_result")
    assert (chosen["result_id"], chosen["query"]) == ("7K3M", "7K3M")
    assert chosen["inline_message_id"] == sent["inline_message_id"]
    webhook.reply = toast(text="Joined")
    body = {"inline_message_id": sent["inline_message_id"], "data": "join"}
    assert api.post(f"/client/{bob.id}/tap", body)["text"] == "Joined"
    tap = webhook.last("callback_query")
    assert tap["inline_message_id"] == sent["inline_message_id"]
    assert "message" not in tap
    assert bot.call("editMessageText", inline_message_id=sent["inline_message_id"], text="Bob joined") is True
    (shown,) = api.get(f"/client/chats/{sent['chat']['id']}/messages")
    assert shown["text"] == "Bob joined"
    assert bot.refusal("sendMessage", chat_id=sent["chat"]["id"], text="x") == "Bad Request: chat not found"


def test_the_bots_commands_are_listed_to_friends_only_where_the_bot_is(
    webhook: Webhook, alice: Phone, api: LocalBotApi, bot: RawBot
) -> None:
    webhook.reply = offering(ARTICLE)
    bot.call("setMyCommands", commands=[{"command": "new", "description": "Play"}])
    alice.inline("7K3M")
    between = alice.choose("7K3M", chat_id=api.phone("Bob").id)["chat"]["id"]
    assert alice.commands(between) == []
    assert [command["command"] for command in alice.commands()] == ["new"]


def test_a_tap_on_an_inline_message_in_a_group_names_no_message(
    webhook: Webhook, alice: Phone, api: LocalBotApi
) -> None:
    group = api.group("Friends", alice)
    webhook.reply = offering(ARTICLE)
    alice.inline("")
    sent = alice.choose("7K3M", chat_id=group["id"])
    webhook.reply = toast()
    alice.tap_data("join", sent["message_id"], chat_id=group["id"])
    assert webhook.last("callback_query")["inline_message_id"] == sent["inline_message_id"]


@pytest.mark.parametrize(
    "result, expected",
    [
        ({"type": "game", "id": "1", "title": "x"}, 'type "game" is unsupported for the inline query result'),
        ({"type": "article", "title": "x"}, 'Can\'t find field "id"'),
        ({"type": "article", "id": "1", "title": "x"}, "Input message content is not specified"),
    ],
)
def test_a_wrong_inline_result_is_refused(
    webhook: Webhook, alice: Phone, api: LocalBotApi, result: dict[str, Any], expected: str
) -> None:
    webhook.reply = offering(result)
    assert alice.inline("x") == []
    description = api.calls(method="answerInlineQuery")[-1]["answer"]["description"]
    assert description == f"Bad Request: can't parse inline query result: {expected}"
