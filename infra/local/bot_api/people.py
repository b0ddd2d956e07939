"""What people do: they type, tap, block, make groups and use inline mode. Each act changes a chat as Telegram would,
and becomes the update that the bot gets."""

import re
from typing import Any

from infra.local.bot_api import entities, menu
from infra.local.bot_api.errors import ApiError, Json
from infra.local.bot_api.queries import answer_of
from infra.local.bot_api.state import Bot, Chat, World
from infra.local.bot_api.updates import INLINE, TAP

ANSWER_WITHIN = 10.0
NO_ANSWER = {"answered": False, "text": "", "show_alert": False, "url": ""}


class ClientError(Exception):
    """A wrong request to the client API."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class People:
    def __init__(self, world: World, answer_within: float = ANSWER_WITHIN) -> None:
        self._world = world
        self._answer_within = answer_within
        self._offered: dict[int, tuple[str, dict[str, Json]]] = {}

    @property
    def bot(self) -> Bot:
        """The bot that people talk to."""
        if self._world.current is None:
            raise ClientError(409, "no bot has called the Bot API yet")
        return self._world.current

    def user(self, user_id: int) -> Json:
        if user_id not in self._world.users:
            raise ClientError(404, f"there is no user {user_id}")
        return self._world.users[user_id]

    def chat(self, user_id: int, chat_id: int | None) -> Chat:
        """A chat that this person is in; without an id, the private chat with the bot."""
        user = self.user(user_id)
        if chat_id is None or chat_id in (user_id, self.bot.id):
            return self.bot.private_chat(user)
        chat = self.bot.chats.get(chat_id)
        if chat is None or user_id not in chat.members:
            raise ClientError(404, f"user {user_id} is in no chat {chat_id}")
        return chat

    def commands(self, user_id: int, chat_id: int | None) -> list[Json]:
        """The menu that this person sees in a chat."""
        return menu.shown(self.bot.profile, self.chat(user_id, chat_id), self.user(user_id))

    def make_group(self, title: str, kind: str, members: list[int]) -> Json:
        """A new group of these people and the bot; the first of them made it."""
        if kind not in {"group", "supergroup"} or not members:
            raise ClientError(400, "a chat needs a type (group or supergroup) and members")
        creator, *_ = [self.user(member) for member in members]
        chat = self._world.add_group(self.bot, kind, title, set(members))
        self._tell_membership(chat, creator, "left", "member")
        message = self.bot.post(chat, creator, {"new_chat_members": [self.bot.user]})
        self._tell_message(chat, message)
        return chat.ident

    def send(self, user_id: int, text: str, chat_id: int | None = None, reply_to: int | None = None) -> Json:
        """Types a message. In the private chat this starts the bot, and lets it in again if it was blocked."""
        chat = self.chat(user_id, chat_id)
        content = _typed(text)
        if reply_to is not None:
            content = {"reply_to_message": chat.messages[reply_to]} | content
        if chat.is_private:
            self.unblock(user_id)
            chat.started = True
        message = self.bot.post(chat, self.user(user_id), content)
        if not chat.hidden and (chat.is_private or self._is_meant_for_bot(message)):
            self._tell_message(chat, message)
        return message

    def _tell_message(self, chat: Chat, message: Json) -> None:
        self.bot.updates.add("message", message, f"message:{chat.id}")

    def _is_meant_for_bot(self, message: Json) -> bool:
        """Privacy mode: of a group, a bot sees commands (not another bot's) and replies to its own messages."""
        if message.get("reply_to_message", {}).get("from", {}).get("id") == self.bot.id:
            return True
        command = re.match(r"/\w+(?:@(\w+))?", message["text"])
        return command is not None and (command[1] or self.bot.username).lower() == self.bot.username.lower()

    def block(self, user_id: int) -> None:
        chat = self.bot.private_chat(self.user(user_id))
        if not chat.blocked:
            chat.blocked = True
            self._tell_membership(chat, self.user(user_id), "member", "kicked")

    def unblock(self, user_id: int) -> None:
        chat = self.bot.private_chat(self.user(user_id))
        if chat.blocked:
            chat.blocked = False
            self._tell_membership(chat, self.user(user_id), "kicked", "member")

    def deactivate(self, user_id: int) -> None:
        """Deletes a person's account."""
        self._world.deactivated.add(self.user(user_id)["id"])

    def _tell_membership(self, chat: Chat, actor: Json, old: str, new: str) -> None:
        change = {
            "chat": chat.ident,
            "from": actor,
            "date": self._world.clock.now(),
            "old_chat_member": self._member(old),
            "new_chat_member": self._member(new),
        }
        self.bot.updates.add("my_chat_member", change, f"my_chat_member:{chat.id}")

    def _member(self, status: str) -> Json:
        return {"user": self.bot.user, "status": status} | ({"until_date": 0} if status == "kicked" else {})

    async def tap(self, user_id: int, tapped: Json) -> Json:
        """Taps a button, of whatever data, and waits for the bot's answer."""
        user, bot = self.user(user_id), self.bot
        query = bot.queries.open("callback", user_id, TAP)
        place = self._tapped(user_id, tapped)
        data = {"data": tapped["data"]} if tapped.get("data") is not None else {}
        callback = {"id": query.id, "from": user, **place, **data}
        bot.updates.add("callback_query", callback, f"callback_query:{user_id}", TAP)
        answer = await answer_of(query, self._answer_within)
        return NO_ANSWER if answer is None else {"answered": True, **answer}

    def _tapped(self, user_id: int, tapped: Json) -> Json:
        """Where the button was: a message (or what is left of a deleted one), or an inline message."""
        inline_id = tapped.get("inline_message_id")
        if inline_id is not None:
            chat_id = self.bot.inline_messages[inline_id][0].id if inline_id in self.bot.inline_messages else user_id
            return {"inline_message_id": inline_id, "chat_instance": self.bot.chat_instance(chat_id)}
        chat = self.chat(user_id, tapped.get("chat_id"))
        number = int(tapped["message_id"])
        found = next((one for one, at in self.bot.inline_messages.items() if at == (chat, number)), None)
        instance = {"chat_instance": self.bot.chat_instance(chat.id)}
        if found is not None:
            return {"inline_message_id": found, **instance}
        gone = {"chat": chat.ident, "message_id": number, "date": 0}
        return {"message": chat.messages.get(number, gone), **instance}

    async def inline(self, user_id: int, text: str) -> Json:
        """Types `@bot text` somewhere, and waits for what the bot offers."""
        user, bot = self.user(user_id), self.bot
        query = bot.queries.open("inline", user_id, INLINE)
        body = {"id": query.id, "from": user, "chat_type": "private", "query": text, "offset": ""}
        bot.updates.add("inline_query", body, f"inline_query:{user_id}", INLINE)
        answer = await answer_of(query, self._answer_within)
        if answer is None:
            return {"answered": False, "results": []}
        self._offered[user_id] = text, {result["id"]: result for result in answer["results"]}
        return {"answered": True, **answer}

    def choose(self, user_id: int, result_id: str, chat_id: int) -> Json:
        """Posts an offered result into a chat: the bot's, a group, or the one with another person."""
        text, results = self._offered.get(user_id, ("", {}))
        if result_id not in results:
            raise ClientError(404, f"no result {result_id!r} was offered")
        is_direct = chat_id in self._world.users and chat_id != user_id
        chat = self._world.direct_chat(self.bot, user_id, chat_id) if is_direct else self.chat(user_id, chat_id)
        result = results[result_id]
        keyboard = {"reply_markup": result["reply_markup"]} if result["reply_markup"] else {}
        sent = self.bot.post(chat, self.user(user_id), {"via_bot": self.bot.user} | result["message"] | keyboard)
        if not chat.hidden:
            self._tell_message(chat, sent)
        inline_id = {"inline_message_id": f"in{chat.id}x{sent['message_id']}"} if keyboard else {}
        for name in inline_id.values():
            self.bot.inline_messages[name] = chat, sent["message_id"]
        chosen = {"result_id": result_id, "from": self.user(user_id), "query": text, **inline_id}
        self.bot.updates.add("chosen_inline_result", chosen, f"chosen_inline_result:{user_id}", 600)
        return sent | inline_id

    def deliver_raw(self, update: Json) -> Json:
        """Any update as it stands, in the queue that it would be in if it can be told."""
        return self.bot.updates.add_raw(update, _queue_of(update))


def _typed(text: str) -> Json:
    try:
        found = entities.typed(text)
    except ApiError as error:
        raise ClientError(400, error.description) from None
    if not found.text:
        raise ClientError(400, "there is no text to send")
    return found.fields("text", "entities")


def _queue_of(update: Json) -> str:
    for kind, place in (("callback_query", "from"), ("message", "chat")):
        body: Any = update.get(kind)
        owner = body.get(place) if isinstance(body, dict) else None
        if isinstance(owner, dict) and isinstance(owner.get("id"), int):
            return f"{kind}:{owner['id']}"
    return f"raw:{id(update)}"
