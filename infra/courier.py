"""Sends screens to Telegram through python-telegram-bot, and sorts what comes back by what can be done about it."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

import httpx
from telegram import Bot, BotCommand, BotCommandScopeChat, InputFile, Message
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.request import HTTPXRequest

from infra.screen import Attachment, Screen

SEND_TIMEOUT_S: Final = 5.0
CONNECTIONS: Final = 64
_ALREADY_SO: Final = ("message is not modified", "query is too old")
_CHAT_GONE: Final = (
    "chat not found",
    "user not found",
    "user is deactivated",
    "peer_id_invalid",
    "chat_write_forbidden",
)
_REVOKED: Final = "Telegram no longer knows the bot's token: deploy with the new one; the chats are told after that"
_NEVER_SENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_NOT_EDITABLE: Final = ("message to edit not found", "message can't be edited", "message_id_invalid")


class CourierError(Exception):
    """A screen was not shown. The text is Telegram's own description, or what kind of fault came in between: neither
    holds a secret.
    """


class ChatGoneError(CourierError):
    """Final: the player has blocked the bot, or the chat no longer exists."""


class NotEditableError(CourierError):
    """The message cannot be edited; a new one can be sent."""


class ScreenRefusedError(CourierError):
    """Final: Telegram refuses the screen itself."""


class MustWaitError(CourierError):
    """Not now: flood control, a fault of Telegram's, or no answer in time (then it may have arrived)."""

    def __init__(self, reason: str, retry_after_s: int | None = None, *, may_have_arrived: bool = False) -> None:
        super().__init__(reason)
        self.retry_after_s = retry_after_s
        self.may_have_arrived = may_have_arrived


class NotBotApiError(NetworkError):
    """What answered is not the Bot API, but a gateway before it, or a stranger at its address.

    So its status says nothing of a chat, a screen or a token; and its text may hold the address, which holds the token.
    A gateway that did not want to wait (504) cannot say whether the call was taken.
    """

    def __init__(self, status: int) -> None:
        super().__init__(
            "a gateway has given up waiting for the Bot API"
            if status == HTTPStatus.GATEWAY_TIMEOUT
            else f"not an answer of the Bot API ({status})"
        )
        self.status = status


class _Request(HTTPXRequest):
    """Lets nothing through to the library, which would log it, but the Bot API's own answers."""

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        status, payload = await super().do_request(*args, **kwargs)
        if status == HTTPStatus.GATEWAY_TIMEOUT or not _is_answer(payload):
            raise NotBotApiError(status)
        return status, payload


def _is_answer(payload: bytes) -> bool:
    try:
        answer = json.loads(payload)
    except ValueError:
        return False
    return isinstance(answer, dict) and (answer.get("ok") is False or "result" in answer)


def bot(token: str, bot_api_url: str) -> Bot:
    """A Bot that needs no `initialize()`; use it in one event loop only."""
    os.environ.setdefault("PTB_TIMEDELTA", "true")  # else the library warns of its own deprecated default at each 429
    request = _Request(
        connection_pool_size=CONNECTIONS,
        connect_timeout=SEND_TIMEOUT_S,
        read_timeout=SEND_TIMEOUT_S,
        write_timeout=SEND_TIMEOUT_S,
        media_write_timeout=SEND_TIMEOUT_S,
        pool_timeout=SEND_TIMEOUT_S,
    )
    return Bot(token, base_url=f"{bot_api_url}/bot", base_file_url=f"{bot_api_url}/file/bot", request=request)


class Courier:
    """Shows screens in chats. With `has_paid_broadcast`, what goes beyond Telegram's limits is paid for in Stars."""

    def __init__(self, bot: Bot, *, has_paid_broadcast: bool = False) -> None:
        self._bot = bot
        self._paid: dict[str, Any] = {"allow_paid_broadcast": True} if has_paid_broadcast else {}

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int | None:
        """Call the screen's method for a chat (and message, for an edit). Gives the id of the message, if there is one.

        What is so already counts as shown. Raises ChatGoneError, NotEditableError, ScreenRefusedError, MustWaitError.
        """
        parameters: dict[str, Any] = {"chat_id": chat_id, **screen.parameters}
        if message_id is not None:
            parameters["message_id"] = message_id
        try:
            return await self._call(screen.method, parameters)
        except ScreenRefusedError:
            if "message_effect_id" not in parameters:
                raise
            del parameters["message_effect_id"]
            return await self._call(screen.method, parameters)

    async def show_inline(self, screen: Screen, inline_message_id: str) -> None:
        """As `show`, for a message that was posted by inline mode: an edit, which is all that can be done to one."""
        await self._call(screen.method, {"inline_message_id": inline_message_id, **screen.parameters})

    async def close(self) -> None:
        """Close the connections to the Bot API."""
        await self._bot.request.shutdown()

    async def _call(self, method: str, parameters: dict[str, Any]) -> int | None:
        try:
            answer = await self._send(method, dict(parameters))
        except TelegramError as error:
            self._sort(error)
            return parameters.get("message_id")
        return answer.message_id if isinstance(answer, Message) else None

    async def _send(self, method: str, parameters: dict[str, Any]) -> object:
        """The parameters ride as they are, so that the Bot API's newest need no newer library."""
        if method.startswith("send"):
            parameters |= self._paid
        match method:
            case "sendMessage":
                named = {name: parameters.pop(name) for name in ("chat_id", "text")}
                return await self._bot.send_message(**named, api_kwargs=parameters)
            case "sendChatAction":
                return await self._bot.send_chat_action(parameters["chat_id"], parameters["action"])
            case "editMessageText":
                return await self._bot.edit_message_text(parameters.pop("text"), api_kwargs=parameters)
            case "editMessageReplyMarkup":
                return await self._bot.edit_message_reply_markup(api_kwargs=parameters)
            case "sendDocument" | "sendPhoto":
                return await self._send_file(method, parameters)
            case "setMyCommands" | "deleteMyCommands":
                return await self._set_menu(**parameters)
            case _:
                raise ValueError(f"no screen uses the method {method}")

    async def _send_file(self, method: str, parameters: dict[str, Any]) -> Message:
        chat_id = parameters.pop("chat_id")
        if method == "sendPhoto":
            return await self._bot.send_photo(chat_id, _file(parameters.pop("photo")), api_kwargs=parameters)
        return await self._bot.send_document(chat_id, _file(parameters.pop("document")), api_kwargs=parameters)

    async def _set_menu(self, chat_id: int, commands: Iterable[Mapping[str, str]] | None = None) -> bool:
        """In this chat alone; without commands, what all chats have shows there again."""
        scope = BotCommandScopeChat(chat_id)
        if commands is None:
            return await self._bot.delete_my_commands(scope)
        return await self._bot.set_my_commands(bot_commands(commands), scope)

    @staticmethod
    def _sort(error: TelegramError) -> None:
        """Raise what an error means; return when it means that all is as it should be.

        `BadRequest` and `TimedOut` are subclasses of `NetworkError`, so they come first.
        """
        text = error.message.lower()
        if isinstance(error, RetryAfter):
            raise MustWaitError(error.message, seconds_asked(error)) from None
        if isinstance(error, Forbidden | ChatMigrated) or any(words in text for words in _CHAT_GONE):
            raise ChatGoneError(error.message) from None
        if isinstance(error, BadRequest):
            if any(words in text for words in _ALREADY_SO):
                return
            if any(words in text for words in _NOT_EDITABLE):
                raise NotEditableError(error.message) from None
            raise ScreenRefusedError(error.message) from None
        if isinstance(error, InvalidToken):
            raise MustWaitError(_REVOKED) from None
        if isinstance(error, NetworkError):
            cause = error.__cause__
            is_cut_off = isinstance(cause, httpx.TransportError) and not isinstance(cause, _NEVER_SENT)
            in_doubt = is_cut_off or (isinstance(error, NotBotApiError) and error.status == HTTPStatus.GATEWAY_TIMEOUT)
            reason = error.message if cause is None else type(cause).__name__
            raise MustWaitError(reason, may_have_arrived=in_doubt) from None
        raise MustWaitError(error.message) from None


def seconds_asked(error: RetryAfter) -> int:
    """How long Telegram asks to wait; the library says it as a timedelta or, where that is not chosen, as a number."""
    after = error.retry_after
    return after if isinstance(after, int) else math.ceil(after.total_seconds())


def bot_commands(commands: Iterable[Mapping[str, str]]) -> list[BotCommand]:
    """A menu, as the library takes it."""
    return [BotCommand(command["command"], command["description"]) for command in commands]


def _file(attachment: Attachment) -> InputFile:
    return InputFile(attachment.content, filename=attachment.name)
