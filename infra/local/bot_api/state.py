"""What the local Telegram knows: people, bots, chats with their messages, and files. A Message is kept as the JSON that
the Bot API shows; a changed message is a new object, so that what was handed out stays as it was."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from infra.local.bot_api.errors import Json
from infra.local.bot_api.files import Files
from infra.local.bot_api.queries import Queries
from infra.local.bot_api.updates import Updates
from infra.local.clock import Clock

FIRST_USER = 1001
FIRST_GROUP = -2001
FIRST_DIRECT = -9001
FIRST_SUPERGROUP = -1_002_000_000_001
Listener = Callable[["Bot", "Chat", str, Json], None]


@dataclass
class Chat:
    """A chat as one bot knows it; `ident` holds the Chat object's own fields. A hidden one is between two people: the
    bot sees nothing of it but its own inline messages."""

    ident: Json
    members: set[int]
    started: bool = False
    blocked: bool = False
    hidden: bool = False
    messages: dict[int, Json] = field(default_factory=dict)
    next_message_id: int = 1

    @property
    def id(self) -> int:
        return int(self.ident["id"])

    @property
    def is_private(self) -> bool:
        return bool(self.ident["type"] == "private")


@dataclass
class Webhook:
    """Where updates go; an empty url is no webhook. `token` is the one that set it."""

    url: str = ""
    token: str = ""
    secret_token: str = ""
    max_connections: int = 40
    ip_address: str = ""
    last_error_date: int = 0
    last_error_message: str = ""


class Scope(NamedTuple):
    """For whom commands are: a BotCommandScope."""

    type: str
    chat_id: int = 0
    user_id: int = 0


@dataclass
class Profile:
    """What setMyCommands and its like keep, by language (and scope)."""

    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    commands: dict[tuple[Scope, str], list[Json]] = field(default_factory=dict)
    menu_buttons: dict[int, Json] = field(default_factory=dict)


class Bot:
    """One bot with its chats, updates and open queries."""

    def __init__(self, bot_id: int, name: str, username: str, clock: Clock, listener: Listener) -> None:
        self.id = bot_id
        self.name = name
        self.username = username
        self.webhook = Webhook()
        self.profile = Profile()
        self.chats: dict[int, Chat] = {}
        self.inline_messages: dict[str, tuple[Chat, int]] = {}
        self.updates = Updates(clock.now, first_id=bot_id % 1_000_000 * 100 + 1)
        self.queries = Queries(clock.now)
        self._clock = clock
        self._listener = listener

    @property
    def user(self) -> Json:
        name = self.profile.names.get("", self.name)
        return {"id": self.id, "is_bot": True, "first_name": name, "username": self.username}

    def private_chat(self, user: Json) -> Chat:
        """The chat with this person, whether it was started or not; a new name shows in it."""
        shown = {key: user[key] for key in ("id", "first_name", "last_name", "username") if key in user}
        chat = self.chats.setdefault(user["id"], Chat({}, {user["id"]}))
        chat.ident = shown | {"type": "private"}
        return chat

    def post(self, chat: Chat, sender: Json, content: Json) -> Json:
        """Adds a message to a chat and answers it as a Message."""
        number = chat.next_message_id
        chat.next_message_id += 1
        message = {"message_id": number, "from": sender, "chat": chat.ident, "date": self._clock.now(), **content}
        chat.messages[number] = message
        self.tell(chat, "message", message)
        return message

    def tell(self, chat: Chat, event: str, data: Json) -> None:
        """Passes news of a chat to the phones in it."""
        self._listener(self, chat, event, data)

    def change(self, chat: Chat, message_id: int, message: Json) -> Json:
        chat.messages[message_id] = message
        self.tell(chat, "message", message)
        return message

    def remove(self, chat: Chat, message_id: int) -> None:
        del chat.messages[message_id]
        self.tell(chat, "deleted", {"chat_id": chat.id, "message_id": message_id})

    def chat_instance(self, chat_id: int) -> str:
        """An opaque number, the same for every tap in a chat."""
        digest = hashlib.sha256(f"{self.id}:{chat_id}".encode()).digest()
        return str(int.from_bytes(digest[:8], "big", signed=True))


class World:
    """People, files and bots. `current` is the bot that people talk to: the one that last asked for updates. Bots have
    inline mode, as if @BotFather had switched it on, unless that is said otherwise.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.users: dict[int, Json] = {}
        self.deactivated: set[int] = set()
        self.bots: dict[int, Bot] = {}
        self.files = Files()
        self.current: Bot | None = None
        self.has_inline_mode = True
        self.listeners: list[Listener] = []
        self._next_ids = {"group": FIRST_GROUP, "private": FIRST_DIRECT, "supergroup": FIRST_SUPERGROUP}

    def bot(self, bot_id: int, name: str, username: str) -> Bot:
        if bot_id not in self.bots:
            self.bots[bot_id] = Bot(bot_id, name, username, self.clock, self._tell)
            self.current = self.current or self.bots[bot_id]
        return self.bots[bot_id]

    def _tell(self, bot: Bot, chat: Chat, event: str, data: Json) -> None:
        for listener in self.listeners:
            listener(bot, chat, event, data)

    def add_user(self, user: Json) -> Json:
        """A new person, or an old one changed; a missing id is the next free one from 1001 up."""
        number = user.get("id") or next(n for n in _from(FIRST_USER) if n not in self.users)
        optional = {key: user[key] for key in ("last_name", "username", "language_code") if user.get(key)}
        self.users[number] = {"id": number, "is_bot": False, "first_name": user["first_name"], **optional}
        for bot in self.bots.values():
            if number in bot.chats:
                bot.private_chat(self.users[number])
        return self.users[number]

    def add_group(self, bot: Bot, kind: str, title: str, members: set[int]) -> Chat:
        extra = {"all_members_are_administrators": True} if kind == "group" else {}
        return self._add_chat(bot, {"title": title, "type": kind, **extra}, members)

    def direct_chat(self, bot: Bot, user_id: int, other_id: int) -> Chat:
        """The chat between two people, made when it is first needed."""
        members = {user_id, other_id}
        found = next((chat for chat in bot.chats.values() if chat.hidden and chat.members == members), None)
        if found is None:
            found = self._add_chat(bot, {"type": "private"}, members)
            found.hidden = True
        return found

    def _add_chat(self, bot: Bot, ident: Json, members: set[int]) -> Chat:
        number = self._next_ids[ident["type"]]
        self._next_ids[ident["type"]] -= 1
        bot.chats[number] = Chat({"id": number, **ident}, members)
        return bot.chats[number]


def _from(start: int) -> Iterator[int]:
    while True:
        yield start
        start += 1
