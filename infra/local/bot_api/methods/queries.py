"""Answers to taps and to inline queries."""

import re
from typing import Any

from infra.local.bot_api import entities, markup
from infra.local.bot_api.call import Call, Method
from infra.local.bot_api.errors import ApiError, Json, bad_request

MAX_TOAST = 200
MAX_RESULTS = 50


def answer_callback_query(call: Call) -> bool:
    """Ends a tap's spinner. A text that is too long leaves the query open."""
    params = call.params
    query = call.bot.queries.find("callback", params.text("callback_query_id"))
    text, url = params.text("text"), params.text("url")
    if len(text) > MAX_TOAST:
        raise bad_request("MESSAGE_TOO_LONG")
    if url and not url.startswith((f"https://t.me/{call.bot.username}?start=", f"t.me/{call.bot.username}?start=")):
        raise bad_request("URL_INVALID")
    call.bot.queries.close(query, {"text": text, "show_alert": params.boolean("show_alert"), "url": url})
    return True


def answer_inline_query(call: Call) -> bool:
    raw: Any = call.params.nested("results", "Can't parse JSON encoded inline query results")
    results = _results(raw)
    button = _button(call.params.nested("button", "Can't parse inline query results button JSON object"))
    query = call.bot.queries.find("inline", call.params.text("inline_query_id"))
    if len({result["id"] for result in results}) < len(results):
        raise bad_request("RESULT_ID_DUPLICATE")
    for result in results:
        markup.check(result.get("reply_markup"))
    answer = {"results": results, "button": button, "is_personal": call.params.boolean("is_personal")}
    call.bot.queries.close(query, answer | {"cache_time": call.params.integer("cache_time", 300)})
    return True


def _button(button: Any) -> Json | None:
    """The button above the results, which opens the private chat."""
    if button is None:
        return None
    if not isinstance(button, dict) or not isinstance(button.get("text"), str):
        raise bad_request("Can't parse inline query results button: Can't find field \"text\"")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", str(button.get("start_parameter"))):
        raise bad_request("START_PARAM_INVALID")
    return button


def _results(raw: Any) -> list[Json]:
    if raw is None:
        return []
    if not isinstance(raw, list):
        raise bad_request("Expected an Array of inline query results")
    if len(raw) > MAX_RESULTS:
        raise bad_request("Too many inline query results specified")
    return [_result(result) for result in raw]


def _result(result: Any) -> Json:
    """An article with its message as it will be posted; other kinds are refused here."""
    if not isinstance(result, dict):
        raise _unparsed("Inline query result must be an object")
    for name in ("type", "id", "title"):
        if not isinstance(result.get(name), str):
            raise _unparsed(f'Can\'t find field "{name}"')
    if result["type"] != "article":
        raise _unparsed(f'type "{result["type"]}" is unsupported for the inline query result')
    if not 1 <= len(result["id"].encode()) <= 64:
        raise bad_request("RESULT_ID_INVALID")
    content = result.get("input_message_content")
    if not isinstance(content, dict) or not content.get("message_text"):
        raise _unparsed("Input message content is not specified")
    formatted = entities.read(content["message_text"], content.get("parse_mode", ""), content.get("entities"))
    message = entities.message_text(formatted).fields("text", "entities")
    keyboard = markup.read_object(result["reply_markup"]) if result.get("reply_markup") is not None else None
    return {**result, "reply_markup": keyboard, "message": message}


def _unparsed(text: str) -> ApiError:
    return bad_request(f"Can't parse inline query result: {text}")


METHODS: dict[str, Method] = {
    "answerCallbackQuery": answer_callback_query,
    "answerInlineQuery": answer_inline_query,
}
