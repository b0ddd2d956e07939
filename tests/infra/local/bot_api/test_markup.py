"""Keyboards that Telegram takes, and those that it refuses."""

import json
from typing import Any

import pytest

from infra.local.bot_api import markup
from infra.local.bot_api.errors import ApiError


def refusal(reply_markup: Any) -> str:
    raw = reply_markup if isinstance(reply_markup, str) else json.dumps(reply_markup)
    with pytest.raises(ApiError) as refused:
        markup.check(markup.read(raw))
    return refused.value.description.removeprefix("Bad Request: ")


def keyboard(*buttons: dict[str, Any], rows: int = 1) -> dict[str, Any]:
    return {"inline_keyboard": [list(buttons)] * rows}


@pytest.mark.parametrize(
    "button",
    [
        {"text": "a", "callback_data": "x" * 64},
        {"text": "a", "callback_data": "é" * 32, "style": "danger"},
        {"text": "a", "url": "https://t.me/share/url?url=x"},
        {"text": "a", "switch_inline_query": ""},
        {"text": "a", "switch_inline_query_current_chat": "7K3M"},
        {"text": "a", "switch_inline_query_chosen_chat": {"query": "7K3M", "allow_user_chats": True}},
        {"text": "a", "copy_text": {"text": "x" * 256}},
        {"text": "a", "callback_data": "x", "icon_custom_emoji_id": "5368324170671202286"},
    ],
)
def test_a_right_button_is_kept_as_it_is(button: dict[str, Any]) -> None:
    read = markup.read(json.dumps(keyboard(button)))
    markup.check(read)
    assert read == keyboard(button)


def test_no_rows_are_no_keyboard() -> None:
    assert markup.read('{"inline_keyboard": [[], []]}') is None
    assert markup.read("") is None


@pytest.mark.parametrize(
    "reply_markup, expected",
    [
        ("{", "can't parse reply keyboard markup JSON object"),
        ("[]", "object expected as reply markup"),
        ({"inline_keyboard": {}}, 'field "inline_keyboard" must be of type Array'),
        (
            {"inline_keyboard": [{"text": "a"}]},
            'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
        ),
        (keyboard({"callback_data": "x"}), "can't parse InlineKeyboardButton: Can't find field \"text\""),
        (
            keyboard({"text": "a"}),
            "can't parse InlineKeyboardButton: Text buttons are not allowed in the inline keyboard",
        ),
        (
            keyboard({"text": "a", "callback_data": ""}),
            "can't parse InlineKeyboardButton: Text buttons are not allowed in the inline keyboard",
        ),
        (
            keyboard({"text": "a", "callback_data": {}}),
            'can\'t parse InlineKeyboardButton: Field "callback_data" must be of type String',
        ),
        (keyboard({"text": "a", "callback_data": "x", "url": "https://a.org"}), "BUTTON_TYPE_INVALID"),
        (keyboard({"text": " ", "callback_data": "x"}), "BUTTON_TEXT_INVALID"),
        (keyboard({"text": "a", "callback_data": "x" * 65}), "BUTTON_DATA_INVALID"),
        (keyboard({"text": "a", "callback_data": "é" * 33}), "BUTTON_DATA_INVALID"),
        (keyboard({"text": "a", "url": "nodot"}), "inline keyboard button URL 'nodot' is invalid: Wrong HTTP URL"),
        (keyboard({"text": "a", "copy_text": {"text": "x" * 257}}), "BUTTON_COPY_TEXT_INVALID"),
        (keyboard({"text": "a", "copy_text": {}}), "BUTTON_COPY_TEXT_INVALID"),
        (
            keyboard({"text": "a", "callback_data": "x", "style": "red"}),
            "can't parse InlineKeyboardButton: Invalid button style specified",
        ),
        (keyboard({"text": "a", "callback_data": "x"}, rows=101), "reply markup is too long"),
        (keyboard(*[{"text": "a", "callback_data": "x"}] * 9), "reply markup is too long"),
    ],
)
def test_a_wrong_keyboard_is_refused_in_telegrams_words(reply_markup: Any, expected: str) -> None:
    assert refusal(reply_markup) == expected
