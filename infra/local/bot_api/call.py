"""One Bot API call on its way: who called what, and what it may reach. And look-ups that many methods begin with."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from infra.local.bot_api.delivery import Delivery
from infra.local.bot_api.errors import Json, bad_request, forbidden
from infra.local.bot_api.params import Params
from infra.local.bot_api.polling import Polls
from infra.local.bot_api.state import Bot, Chat, World


@dataclass(frozen=True)
class Call:
    world: World
    bot: Bot
    token: str
    params: Params
    delivery: Delivery
    polls: Polls


Method = Callable[[Call], Any]


def chat_of(call: Call, name: str = "chat_id") -> Chat:
    """The chat that a parameter names, which the bot may at least read; raises Telegram's refusal."""
    raw = call.params.text(name)
    if not raw:
        raise bad_request(f"{name} is empty")
    return chat_with_id(call, raw)


def chat_with_id(call: Call, raw: str) -> Chat:
    """The same by its id, however that came."""
    found = re.match(r"-?\d+", raw)
    chat_id = int(found[0]) if found else 0
    chat = call.bot.chats.get(chat_id)
    if chat is not None and not chat.hidden:
        return chat
    if chat_id not in call.world.users:
        raise bad_request("chat not found")
    return call.bot.private_chat(call.world.users[chat_id])


def writable_chat(call: Call) -> Chat:
    """The chat, if the bot may write there: a person has to have started it, and not to have blocked it since."""
    chat = chat_of(call)
    if chat.is_private:
        if chat.id in call.world.deactivated:
            raise forbidden("user is deactivated")
        if not chat.started:
            raise forbidden("bot can't initiate conversation with a user")
        if chat.blocked:
            raise forbidden("bot was blocked by the user")
    return chat


def own_message(call: Call, chat: Chat) -> Json:
    """The message of this bot that is to be edited; raises where it is gone, or another's."""
    message = chat.messages.get(call.params.integer("message_id"))
    if message is None:
        raise bad_request("message to edit not found")
    if message["from"]["id"] != call.bot.id:
        raise bad_request("message can't be edited")
    return message
