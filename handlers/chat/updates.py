"""What Telegram sends, as pydantic models of just the fields that are used; everything else is ignored."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

ALLOWED_UPDATES = ("message", "callback_query", "inline_query", "my_chat_member")


Number = Annotated[int, Field(gt=-(2**53), lt=2**53)]
"""An id as the Bot API has them: within what a double-precision float holds."""


class _Received(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True)


class User(_Received):
    """A Telegram account. Names are whatever their owner typed."""

    id: int = Field(gt=0, lt=2**52)
    is_bot: bool = False
    first_name: str = ""
    language_code: str | None = Field(default=None, max_length=64)


class Chat(_Received):
    """Where a message stands: a private chat's id is its user's."""

    id: Number
    type: str = ""

    @property
    def is_private(self) -> bool:
        return self.type == "private"


class Button(_Received):
    """A button under a message; `callback_data` is what the bot has given it, if it gives anything back."""

    callback_data: str | None = None


class Keyboard(_Received):
    """The buttons under a message, by row."""

    inline_keyboard: list[list[Button]]


class Message(_Received):
    """A message that somebody typed, or the one under a tapped button: as it stands now, and of an old one no more than
    where it is.
    """

    message_id: Number
    chat: Chat
    from_user: User | None = Field(default=None, alias="from")
    text: str | None = None
    via_bot: User | None = None
    reply_markup: Keyboard | None = None

    def may_offer(self, data: str) -> bool:
        """Whether a button under the message says this, as far as Telegram tells what is under it."""
        rows = self.reply_markup.inline_keyboard if self.reply_markup else None
        return rows is None or any(button.callback_data == data for row in rows for button in row)


class CallbackQuery(_Received):
    """A tap on an inline button. Only `from_user` can be trusted; `data` may be forged."""

    id: str = Field(min_length=1)
    from_user: User = Field(alias="from")
    message: Message | None = None
    inline_message_id: str | None = None
    data: str | None = None


class InlineQuery(_Received):
    """What somebody types in any chat behind the bot's name."""

    id: str = Field(min_length=1)
    from_user: User = Field(alias="from")
    query: str = ""


class ChatMember(_Received):
    """The bot's own standing in a chat."""

    status: str


class ChatMemberUpdated(_Received):
    """Somebody let the bot into a chat, or put it out: in a private chat, unblocked or blocked it."""

    chat: Chat
    from_user: User = Field(alias="from")
    new_chat_member: ChatMember


class Update(_Received):
    """One update, of a kind that the bot asked for or of another that it ignores."""

    update_id: Number
    message: Message | None = None
    callback_query: CallbackQuery | None = None
    inline_query: InlineQuery | None = None
    my_chat_member: ChatMemberUpdated | None = None
