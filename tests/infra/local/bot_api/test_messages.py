"""Sending, editing and deleting, over HTTP, as strict as Telegram is."""

import json

import pytest

from infra.local.bot_api.methods.messages import EFFECTS
from infra.local.phone import LocalBotApi, Phone
from tests.infra.local.bot_api.tools import TOKEN, RawBot

KEYBOARD = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}


def test_a_sent_message_has_telegrams_shape(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    sent = bot.call("sendMessage", chat_id=alice.id, text="<b>Hi</b>", parse_mode="HTML", reply_markup=KEYBOARD)
    assert abs(sent.pop("date") - api.now()) <= 2
    assert sent == {
        "message_id": 2,
        "from": {"id": 7700, "is_bot": True, "first_name": "bot7700_bot", "username": "bot7700_bot"},
        "chat": {"id": alice.id, "first_name": "Alice", "username": "alice_a", "type": "private"},
        "text": "Hi",
        "entities": [{"type": "bold", "offset": 0, "length": 2}],
        "reply_markup": KEYBOARD,
    }


@pytest.mark.parametrize("how", ["query", "form", "json", "multipart"])
def test_parameters_come_in_every_way_that_telegram_takes(api: LocalBotApi, alice: Phone, how: str) -> None:
    url = f"{api.base_url}/bot{TOKEN}/sendmessage"
    plain = {"chat_id": str(alice.id), "text": "ä & b", "reply_markup": json.dumps(KEYBOARD)}
    http = api.http
    response = {
        "query": lambda: http.get(url, params=plain),
        "form": lambda: http.post(url, data=plain),
        "json": lambda: http.post(url, json={"chat_id": alice.id, "text": "ä & b", "reply_markup": KEYBOARD}),
        "multipart": lambda: http.post(url, data=plain, files={"unused": b"x"}),
    }[how]()
    assert response.json()["result"]["text"] == "ä & b"
    assert response.json()["result"]["reply_markup"] == KEYBOARD


@pytest.mark.parametrize(
    "params, expected",
    [
        ({"text": ""}, "Bad Request: message text is empty"),
        ({"text": " \n "}, "Bad Request: text must be non-empty"),
        ({"text": "x" * 4097}, "Bad Request: message is too long"),
        ({"text": "x" * 40_000}, "Bad Request: text is too long"),
        (
            {"text": "<b>x", "parse_mode": "HTML"},
            "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\"",
        ),
        ({"text": "x", "reply_markup": "{"}, "Bad Request: can't parse reply keyboard markup JSON object"),
        (
            {"text": "x", "reply_markup": {"inline_keyboard": [[{"text": "a", "callback_data": "x" * 65}]]}},
            "Bad Request: BUTTON_DATA_INVALID",
        ),
        ({"text": "x", "message_effect_id": "12345"}, "Bad Request: EFFECT_ID_INVALID"),
        ({"text": "x", "reply_parameters": {"message_id": 99}}, "Bad Request: message to be replied not found"),
        ({"text": "x", "chat_id": ""}, "Bad Request: chat_id is empty"),
        ({"text": "x", "chat_id": 99}, "Bad Request: chat not found"),
        ({"text": "x", "chat_id": "@nobody"}, "Bad Request: chat not found"),
    ],
)
def test_a_wrong_message_is_refused_in_telegrams_words(
    bot: RawBot, alice: Phone, params: dict[str, object], expected: str
) -> None:
    assert bot.refusal("sendMessage", **({"chat_id": alice.id} | params)) == expected
    assert len(alice.messages()) == 1


def test_a_bot_cannot_write_first(bot: RawBot, api: LocalBotApi) -> None:
    bob = api.phone("Bob")
    answer = bot.answer("sendMessage", chat_id=bob.id, text="x")
    assert answer == {
        "ok": False,
        "error_code": 403,
        "description": "Forbidden: bot can't initiate conversation with a user",
    }


def test_a_block_lasts_until_the_person_writes_again(bot: RawBot, alice: Phone) -> None:
    alice.block()
    assert bot.answer("sendMessage", chat_id=alice.id, text="x")["error_code"] == 403
    assert bot.refusal("sendMessage", chat_id=alice.id, text="x") == "Forbidden: bot was blocked by the user"
    alice.send("hello again")
    assert bot.call("sendMessage", chat_id=alice.id, text="x")["text"] == "x"


def test_a_deleted_account_cannot_be_written_to(bot: RawBot, alice: Phone) -> None:
    alice.deactivate()
    assert bot.refusal("sendMessage", chat_id=alice.id, text="x") == "Forbidden: user is deactivated"


def test_a_known_effect_goes_to_a_private_chat_alone(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    effect = min(EFFECTS)
    assert bot.call("sendMessage", chat_id=alice.id, text="x", message_effect_id=effect)["effect_id"] == effect
    group = api.group("Friends", alice)
    refusal = bot.refusal("sendMessage", chat_id=group["id"], text="x", message_effect_id=effect)
    assert refusal == "Bad Request: EFFECT_ID_INVALID"


def test_a_reply_shows_what_it_replies_to(bot: RawBot, alice: Phone) -> None:
    sent = bot.call("sendMessage", chat_id=alice.id, text="x", reply_parameters={"message_id": 1})
    assert sent["reply_to_message"]["text"] == "/start"


def test_an_edit_changes_text_and_takes_a_keyboard_away_that_it_does_not_name(bot: RawBot, alice: Phone) -> None:
    sent = bot.call("sendMessage", chat_id=alice.id, text="one", reply_markup=KEYBOARD)
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    edited = bot.call("editMessageText", **place, text="<i>two</i>", parse_mode="HTML")
    assert edited == alice.last()
    assert (edited["text"], edited["message_id"]) == ("two", sent["message_id"])
    assert edited["edit_date"] >= edited["date"]
    assert "reply_markup" not in edited


@pytest.mark.parametrize(
    "params, expected",
    [
        (
            {"text": "one", "reply_markup": KEYBOARD},
            "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
            "as a current content and reply markup of the message",
        ),
        ({"text": "two", "reply_markup": {"keyboard": [["a"]]}}, "Bad Request: inline keyboard expected"),
        ({"text": "two", "message_id": 99}, "Bad Request: message to edit not found"),
        ({"text": "two", "message_id": 1}, "Bad Request: message can't be edited"),
        ({"text": ""}, "Bad Request: message text is empty"),
        ({"text": "x" * 4097}, "Bad Request: MESSAGE_TOO_LONG"),
        ({"text": "x", "message_id": 0, "chat_id": ""}, "Bad Request: message identifier is not specified"),
        ({"text": "x", "chat_id": "", "inline_message_id": "none"}, "Bad Request: MESSAGE_ID_INVALID"),
    ],
)
def test_a_wrong_edit_is_refused_in_telegrams_words(
    bot: RawBot, alice: Phone, params: dict[str, object], expected: str
) -> None:
    sent = bot.call("sendMessage", chat_id=alice.id, text="one", reply_markup=KEYBOARD)
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    assert bot.refusal("editMessageText", **(place | params)) == expected
    assert alice.last()["text"] == "one"


def test_a_keyboard_can_be_changed_alone(bot: RawBot, alice: Phone) -> None:
    sent = bot.call("sendMessage", chat_id=alice.id, text="one", reply_markup=KEYBOARD)
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    assert "reply_markup" not in bot.call("editMessageReplyMarkup", **place)
    assert bot.refusal("editMessageReplyMarkup", **place).startswith("Bad Request: message is not modified")
    assert bot.call("editMessageReplyMarkup", **place, reply_markup=KEYBOARD)["reply_markup"] == KEYBOARD


def test_a_deleted_message_is_gone(bot: RawBot, alice: Phone) -> None:
    sent = bot.call("sendMessage", chat_id=alice.id, text="one")
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    assert bot.call("deleteMessage", **place) is True
    assert [message["text"] for message in alice.messages()] == ["/start"]
    assert bot.refusal("deleteMessage", **place) == "Bad Request: message to delete not found"
    assert bot.refusal("editMessageText", **place, text="x") == "Bad Request: message to edit not found"


def test_after_two_days_a_message_cannot_be_deleted(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    sent = bot.call("sendMessage", chat_id=alice.id, text="one")
    api.advance(2 * 86_400 + 10)
    refusal = bot.refusal("deleteMessage", chat_id=alice.id, message_id=sent["message_id"])
    assert refusal == "Bad Request: message can't be deleted"


def test_an_unknown_method_is_not_found(bot: RawBot) -> None:
    assert bot.answer("sendFax") == {"ok": False, "error_code": 404, "description": "Not Found"}


@pytest.mark.parametrize(
    "token, error_code",
    [("7700", 404), ("x:y", 404), ("7700:short", 401), ("07700:" + "A" * 35, 401), (":" + "A" * 35, 404)],
)
def test_a_token_of_the_wrong_form_is_no_bot(api: LocalBotApi, token: str, error_code: int) -> None:
    assert RawBot(api.base_url, token).answer("getMe")["error_code"] == error_code


@pytest.mark.parametrize("action, is_taken", [("typing", True), ("dancing", False)])
def test_a_chat_action_is_one_that_telegram_knows(bot: RawBot, alice: Phone, action: str, is_taken: bool) -> None:
    assert bot.answer("sendChatAction", chat_id=alice.id, action=action)["ok"] is is_taken


def test_a_parameter_that_nobody_thought_of_is_a_500_and_no_more(bot: RawBot) -> None:
    answer = bot.answer("setMyCommands", commands=[], scope={"type": ["default"]})
    assert answer == {"ok": False, "error_code": 500, "description": "Internal Server Error"}
    assert bot.answer("getMe")["ok"]


def test_a_reaction_needs_a_message(bot: RawBot, alice: Phone) -> None:
    reaction = [{"type": "emoji", "emoji": "👍"}]
    assert bot.call("setMessageReaction", chat_id=alice.id, message_id=1, reaction=reaction) is True
    refusal = bot.refusal("setMessageReaction", chat_id=alice.id, message_id=9, reaction=reaction)
    assert refusal == "Bad Request: message to react not found"
