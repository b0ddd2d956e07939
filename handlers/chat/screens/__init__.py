"""Everything the bot shows, as plain data: a Bot API method with its parameters, made from one seat's view.

A screen has no `chat_id`. It is a new message, unless `as_edit` or a page turned puts it in an older one's place.
"""

from __future__ import annotations

from handlers.chat.screens.afterwards import card, proof, review
from handlers.chat.screens.duel import challenge, duel
from handlers.chat.screens.history import history, top
from handlers.chat.screens.lists import choose, matches, no_matches, resign_question, score
from handlers.chat.screens.message import as_edit, silent
from handlers.chat.screens.privacy import forget_question, forgotten, privacy
from handlers.chat.screens.rounds import (
    change,
    coached,
    given,
    opponent_lost,
    past,
    reminded,
    reminder,
    table,
    time_given,
)
from handlers.chat.screens.settings import ask_pick, settings
from handlers.chat.screens.statistics import friend, statistics
from handlers.chat.screens.talk import (
    group,
    help,  # noqa: A004 (the command's own name)
    levels,
    lucky,
    note,
    refused,
    rules,
    start,
    unknown_text,
)
from handlers.chat.screens.telling import tell

__all__ = [
    "as_edit",
    "ask_pick",
    "card",
    "challenge",
    "change",
    "choose",
    "coached",
    "duel",
    "forget_question",
    "forgotten",
    "friend",
    "given",
    "group",
    "help",
    "history",
    "levels",
    "lucky",
    "matches",
    "no_matches",
    "note",
    "opponent_lost",
    "past",
    "privacy",
    "proof",
    "refused",
    "reminded",
    "reminder",
    "resign_question",
    "review",
    "rules",
    "score",
    "settings",
    "silent",
    "start",
    "statistics",
    "table",
    "tell",
    "time_given",
    "top",
    "unknown_text",
]
