"""Challenges that are posted where others see them, as updates, and what comes of them, as calls of the Bot API."""

from __future__ import annotations

import itertools
import re
from typing import Any, Final

from infra.local.phone import Phone
from tests.handlers.bots import Answer, WholeBot
from tests.handlers.updates import Update, User, typed

GROUP_ID: Final = -1_002_000_000_001
GROUP: Final = {"id": GROUP_ID, "type": "supergroup", "title": "Friends"}
_numbers: Final = itertools.count(600_000_001)
_messages: Final = itertools.count(1)


def new_message() -> str:
    """An id as Telegram has them for messages that were posted by inline mode."""
    return f"AgAAANw3AABOZCLWZ1Jc2zpL{next(_messages):04}"


def asked(sender: User, query: str = "") -> Update:
    """The bot's name, typed in some chat, and what follows it."""
    number = next(_numbers)
    asks = {"id": str(number * 7), "from": sender, "chat_type": "group", "query": query, "offset": ""}
    return {"update_id": number, "inline_query": asks}


def tapped_inline(sender: User, data: str, inline_message_id: str) -> Update:
    number = next(_numbers)
    place = {"inline_message_id": inline_message_id, "chat_instance": "1"}
    return {"update_id": number, "callback_query": {"id": str(number * 7), "from": sender, "data": data, **place}}


def tapped_in_group(
    sender: User, data: str, message_id: int, chat: dict[str, Any] = GROUP, under: str | None = None
) -> Update:
    """A tap under a message whose button says something else if that is given."""
    number = next(_numbers)
    keyboard = {"inline_keyboard": [[{"text": "Accept", "callback_data": under or data}]]}
    message = {"message_id": message_id, "chat": chat, "date": 1_800_000_000, "text": "…", "reply_markup": keyboard}
    query = {"id": str(number * 7), "from": sender, "data": data, "message": message, "chat_instance": "1"}
    return {"update_id": number, "callback_query": query}


def offers(bot: WholeBot, sender: User, query: str = "") -> list[Answer]:
    """What inline mode offers."""
    answer = bot.update(asked(sender, query))
    assert answer["method"] == "answerInlineQuery"
    found: list[Answer] = answer["results"]
    return found


def posted(bot: WholeBot, sender: User, query: str = "", nth: int = 2) -> str:
    """The data of the button under a posted challenge."""
    return data_under(offers(bot, sender, query)[nth])


def posted_in_group(bot: WholeBot, sender: User, chat: dict[str, Any] = GROUP) -> str:
    return data_under(bot.update(typed(sender, "/new", chat)))


def data_under(shown: Answer) -> str:
    [[button]] = shown["reply_markup"]["inline_keyboard"]
    return str(button["callback_data"])


def shown(bot: WholeBot, after: int, place: str | int) -> list[str]:
    """What a duel's message was edited to, in order: by inline message id, or by chat."""
    calls = bot.api.calls(after, "editMessageText")
    return [call["parameters"]["text"] for call in calls if _place(call["parameters"]) == place]


def _place(parameters: dict[str, Any]) -> str | int:
    found: str | int = parameters.get("inline_message_id") or parameters["chat_id"]
    return found


def accept(bot: WholeBot, phone: Phone, data: str, message: str) -> Answer:
    return bot.tell(bot.update(tapped_inline(phone.user, data, message)))


def begin(bot: WholeBot, alice: Phone, bob: Phone) -> tuple[str, str]:
    """A duel by inline mode: the match's code, and its message."""
    message = new_message()
    return code_in(accept(bot, bob, posted(bot, alice.user), message)), message


def code_in(answer: Answer) -> str:
    """The match that an answered tap leads to."""
    assert answer["method"] == "answerCallbackQuery"
    found = re.fullmatch(r"https://t\.me/seven7776_bot\?start=([0-9A-Z]{8})", answer["url"])
    assert found is not None
    return found[1]


def texts(phone: Phone) -> list[str]:
    return [message.get("text", "") for message in phone.messages()]
