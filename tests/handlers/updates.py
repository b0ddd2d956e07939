"""Updates as Telegram sends them, and the Function URL events that carry them."""

from __future__ import annotations

import base64
import itertools
import json
from typing import Any, Final

WEBHOOK_SECRET: Final = "a-secret-of-the-tests"
_update_ids: Final = itertools.count(500_000_001)

User = dict[str, Any]
Update = dict[str, Any]


def user(user_id: int, first_name: str = "Alice", **fields: Any) -> User:
    return {"id": user_id, "is_bot": False, "first_name": first_name, "language_code": "en", **fields}


def typed(sender: User, text: str, chat: dict[str, Any] | None = None) -> Update:
    """A text that a person typed, in the private chat with the bot unless another is given."""
    message = {
        "message_id": 7,
        "from": sender,
        "chat": chat or {"id": sender["id"], "type": "private", "first_name": sender["first_name"]},
        "date": 1_800_000_000,
        "text": text,
    }
    return {"update_id": next(_update_ids), "message": message}


def tapped(sender: User, data: str, message_id: int = 70, chat_id: int | None = None) -> Update:
    """A tap on an inline button of one of the bot's messages."""
    chat = {"id": chat_id or sender["id"], "type": "private"}
    message = {"message_id": message_id, "chat": chat, "date": 1_800_000_000, "text": "…"}
    update_id = next(_update_ids)
    query = {"id": str(update_id * 7), "from": sender, "message": message, "chat_instance": "1", "data": data}
    return {"update_id": update_id, "callback_query": query}


def membership(sender: User, status: str, chat: dict[str, Any] | None = None) -> Update:
    """The bot was let in ("member") or put out ("kicked"): of the private chat unless another is given."""
    bot = {"id": 7_776_000_001, "is_bot": True, "first_name": "7776"}
    change = {
        "chat": chat or {"id": sender["id"], "type": "private", "first_name": sender["first_name"]},
        "from": sender,
        "date": 1_800_000_000,
        "old_chat_member": {"user": bot, "status": "kicked" if status == "member" else "member"},
        "new_chat_member": {"user": bot, "status": status},
    }
    return {"update_id": next(_update_ids), "my_chat_member": change}


def event(body: object, secret: str | None = WEBHOOK_SECRET, *, is_base64: bool = False) -> dict[str, Any]:
    """A Function URL event, payload 2.0, with an update or any other body."""
    text = body if isinstance(body, str) else json.dumps(body)
    headers = {"content-type": "application/json"}
    if secret is not None:
        headers["x-telegram-bot-api-secret-token"] = secret
    return {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": "/",
        "headers": headers,
        "requestContext": {"http": {"method": "POST", "path": "/", "sourceIp": "192.0.2.1"}},
        "body": base64.b64encode(text.encode()).decode() if is_base64 else text,
        "isBase64Encoded": is_base64,
    }
