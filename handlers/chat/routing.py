"""From an update to the webhook's one reply."""

from __future__ import annotations

from handlers.chat import taps, typed
from handlers.chat.updates import Update
from handlers.chat.world import World
from infra.screen import Screen


def route(world: World, update: Update) -> Screen | None:
    """Serve an update; None where nothing is to be said at once. Raises BusyError and the table's passing faults."""
    if update.callback_query is not None:
        return taps.answer(world, update.update_id, update.callback_query)
    message = update.message
    if message is None or message.text is None or message.from_user is None or message.from_user.is_bot:
        return None
    return typed.answer(world, update.update_id, message.from_user, message)
