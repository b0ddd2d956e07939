"""How a player and those stand whom the player has met, as they are rated now."""

from __future__ import annotations

from typing import Final

from handlers.chat import screens
from handlers.chat.texts import Texts
from infra.screen import Screen
from infra.table import Table

MOST: Final = 99
"""So many were met last, and are looked up in one request with the player."""


def ratings(table: Table, user_id: int, texts: Texts, page: int) -> Screen:
    """Names are those that were seen at the table; nothing more is told of anybody."""
    friends = table.opponents(user_id)[:MOST]
    records = table.records([user_id, *(friend.user_id for friend in friends)])
    return screens.top(texts, records.get(user_id), friends, records, page)
