"""From an update to the webhook's one reply.

Most updates are taps. What serves the others is imported where it is needed, so that most cold starts go without it.
"""

from __future__ import annotations

from handlers.chat import reach, taps
from handlers.chat.updates import ChatMemberUpdated, Message, Update
from handlers.chat.world import World
from infra.logs import note
from infra.screen import Screen


def route(world: World, update: Update) -> Screen | None:
    """Serve an update; None where nothing is to be said at once. Raises BusyError and the table's passing faults."""
    if update.callback_query is not None:
        return taps.answer(world, update.update_id, update.callback_query)
    if update.inline_query is not None:
        from handlers.chat import inline

        return inline.answer(world, update.update_id, update.inline_query)
    if update.my_chat_member is not None:
        _meet(world, update.my_chat_member)
    message = update.message
    if message is None or message.from_user is None or message.from_user.is_bot:
        return None
    if message.via_bot is not None:  # posted by inline mode: nothing was said to the bot
        return None
    if message.text is None:
        _hear_from(world, message)
        return None
    from handlers.chat import typed

    return typed.answer(world, update.update_id, message.from_user, message)


def _hear_from(world: World, message: Message) -> None:
    """A sticker or a photo says no more than that its sender is there."""
    note(ask="nothing")
    if message.chat.is_private and message.from_user is not None:
        reach.come_back(world, message.from_user.id)


def _meet(world: World, change: ChatMemberUpdated) -> None:
    """Who unblocks the bot can be reached again. A block shows when there is something to say."""
    note(ask="membership")
    if change.chat.is_private and change.new_chat_member.status == "member":
        reach.come_back(world, change.from_user.id)
