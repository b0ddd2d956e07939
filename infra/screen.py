"""A screen: a Bot API method with its parameters, as plain data. The webhook answers with one, deliver sends them."""

from __future__ import annotations

from typing import Any, NamedTuple


class Attachment(NamedTuple):
    """A file that a screen brings along, as the parameter that the Bot API has for it."""

    name: str
    content: bytes


class Screen(NamedTuple):
    """What one message shows, or a chat's menu. `chat_id` and `message_id` are added by whoever knows the chat."""

    method: str
    parameters: dict[str, Any]
