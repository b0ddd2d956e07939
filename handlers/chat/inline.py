"""Inline mode: what is offered to somebody who types the bot's name in any chat."""

from __future__ import annotations

from typing import Any, Final

from core import codes
from core.match import Match
from handlers.chat import callback_data as data
from handlers.chat import duels, payloads, screens
from handlers.chat.asking import Asker
from handlers.chat.read_tap import PACES
from handlers.chat.updates import InlineQuery
from handlers.chat.world import World
from infra.logs import note
from infra.screen import Screen

CACHED_S: Final = 10


def answer(world: World, update_id: int, query: InlineQuery) -> Screen:
    """A challenge for each pace; behind the code of one's own open table, that table."""
    note(ask="inline")
    asker = Asker(world, update_id, query.from_user)
    name = duels.post(asker.world, asker.user, asker.language)
    table = duels.offered_table(asker.world, asker.user, codes.parse(query.query.strip()))
    results = [_table(asker, name, table)] if table else [_challenge(asker, name, pace) for pace in PACES.values()]
    parameters: dict[str, Any] = {
        "inline_query_id": query.id,
        "results": results,
        "is_personal": True,
        "cache_time": CACHED_S,
    }
    if asker.profile is None:  # the host's dice come into a private chat, which has to be opened once
        parameters["button"] = {"text": asker.texts.button_meet(), "start_parameter": payloads.MEET}
    return Screen("answerInlineQuery", parameters)


def _challenge(asker: Asker, name: str | None, pace: int) -> dict[str, Any]:
    offer = duels.offer(asker.world, asker.user.id, pace)
    posted = screens.challenge(asker.texts, name, pace, offer.until, data.accept(offer))
    return _article(f"pace-{pace}", asker.texts.challenge_title(pace), asker.texts.challenge_hint(), posted)


def _table(asker: Asker, name: str | None, table: Match) -> dict[str, Any]:
    posted = screens.challenge(asker.texts, name, table.pace, table.deadline or 0, data.sit(table.code))
    title = asker.texts.table_title(table.code, table.pace)
    return _article(f"table-{table.code}", title, asker.texts.challenge_hint(), posted)


def _article(result_id: str, title: str, description: str, posted: Screen) -> dict[str, Any]:
    content = {"parse_mode": posted.parameters["parse_mode"], "message_text": posted.parameters["text"]}
    return {
        "type": "article",
        "id": result_id,
        "title": title,
        "description": description,
        "input_message_content": content | {"link_preview_options": posted.parameters["link_preview_options"]},
        "reply_markup": posted.parameters["reply_markup"],
    }
