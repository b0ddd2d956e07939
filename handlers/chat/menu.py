"""The menu of commands in the chat of a player who has chosen a language. Everybody else's is in the app's language, as
Telegram was told at deployment (`handlers/introduction.py`).
"""

from __future__ import annotations

import asyncio

from handlers.chat.outside import Outside
from handlers.chat.texts import Texts
from infra.items import ScreenItem
from infra.screen import Screen


async def keep_menu(outside: Outside, item: ScreenItem) -> None:
    """Where the tap behind a screen has set a language or forgotten the player, have the chat's menu follow.

    Raises CourierError: then it stays as it was until the next such tap.
    """
    if item.name == "forgotten" or item.arguments.get("has_set") == "language":
        profile = await asyncio.to_thread(outside.table.profile, item.user_id)
        await outside.courier.show(_menu(profile.chosen_language if profile else ""), item.user_id)


def _menu(language: str) -> Screen:
    """Without a language of its own, a chat has no menu of its own either."""
    if not language:
        return Screen("deleteMyCommands", {})
    return Screen("setMyCommands", {"commands": Texts(language).commands()})
