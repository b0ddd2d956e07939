"""The checks of `reply_markup`: what Telegram refuses as the request is read (`read`), and what it refuses only once
the chat is known (`check`)."""

import json
from typing import Any

from infra.local.bot_api.errors import Json, bad_request
from infra.local.bot_api.html import checked_link

ACTIONS = (
    "url",
    "callback_data",
    "callback_game",
    "pay",
    "switch_inline_query",
    "switch_inline_query_chosen_chat",
    "switch_inline_query_current_chat",
    "login_url",
    "web_app",
    "copy_text",
)
OBJECTS = frozenset({"callback_game", "switch_inline_query_chosen_chat", "login_url", "web_app", "copy_text"})
STYLES = frozenset({"danger", "success", "primary"})
KEPT = ("text", "icon_custom_emoji_id", "style")
MAX_BUTTONS = 100
MAX_ROW = 8


def read(raw: str) -> Json | None:
    """A reply_markup parameter as the object that it holds, each button with its one action; None for no markup."""
    if not raw:
        return None
    try:
        markup = json.loads(raw)
    except ValueError:
        raise bad_request("Can't parse reply keyboard markup JSON object") from None
    return read_object(markup)


def read_object(markup: Any) -> Json | None:
    if not isinstance(markup, dict):
        raise bad_request("Object expected as reply markup")
    keyboard = markup.get("inline_keyboard")
    if keyboard is None:
        return markup or None
    if not isinstance(keyboard, list):
        raise bad_request('Field "inline_keyboard" must be of type Array')
    rows = [_row(row) for row in keyboard]
    kept = [row for row in rows if row]
    return {"inline_keyboard": kept} if kept else None


def _row(row: Any) -> list[Json]:
    if not isinstance(row, list):
        raise bad_request('Field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    return [_button(button) for button in row]


def _button(button: Any) -> Json:
    if not isinstance(button, dict):
        raise _unparsed("InlineKeyboardButton must be an Object")
    if button.get("text") is None:
        raise _unparsed('Can\'t find field "text"')
    read: Json = {name: _value(name, button[name]) for name in (*KEPT, *ACTIONS) if button.get(name) is not None}
    actions = [name for name in ACTIONS if name in read and (read[name] != "" or name.startswith("switch"))]
    if not actions:
        raise _unparsed("Text buttons are not allowed in the inline keyboard")
    if len(actions) > 1:
        raise bad_request("BUTTON_TYPE_INVALID")
    if read.get("style", "primary") not in STYLES:
        raise _unparsed("Invalid button style specified")
    return {name: value for name, value in read.items() if name in (*KEPT, *actions)}


def _value(name: str, value: Any) -> Any:
    """A field of the right type; a number will do where a string is wanted, as on Telegram."""
    expected = dict if name in OBJECTS else bool if name == "pay" else str
    if expected is str and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, expected):
        word = {dict: "Object", bool: "Boolean", str: "String"}[expected]
        raise _unparsed(f'Field "{name}" must be of type {word}')
    return value


def _unparsed(text: str) -> Exception:
    return bad_request(f"Can't parse InlineKeyboardButton: {text}")


def check(markup: Json | None) -> None:
    """What the servers behind the Bot API check, after the chat: sizes of labels and data, counts, links."""
    rows = (markup or {}).get("inline_keyboard", [])
    if sum(len(row) for row in rows) > MAX_BUTTONS or any(len(row) > MAX_ROW for row in rows):
        raise bad_request("reply markup is too long")
    for button in (button for row in rows for button in row):
        _check_button(button)


def _check_button(button: Json) -> None:
    if not button["text"].strip():
        raise bad_request("BUTTON_TEXT_INVALID")
    if "callback_data" in button and len(button["callback_data"].encode()) > 64:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button and checked_link(button["url"]) is None:
        raise bad_request(f"Inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
    if "copy_text" in button and not 1 <= len(str(button["copy_text"].get("text", ""))) <= 256:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    if any(len(button.get(name, "")) > 256 for name in ("switch_inline_query", "switch_inline_query_current_chat")):
        raise bad_request("BUTTON_INVALID")
