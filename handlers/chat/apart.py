"""Screens that a tap asked for and that belong to no match, made when they are shown, from what there is by then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from handlers.chat import screens
from handlers.chat.flows import live_views
from handlers.chat.outside import Outside
from handlers.chat.ratings import ratings
from handlers.chat.texts import Texts
from infra.items import ScreenItem
from infra.screen import Screen


async def apart(outside: Outside, item: ScreenItem) -> Screen:
    """Raises LookupError for a screen that there is none of."""
    return await _SCREENS[item.name](outside, item, Texts(str(item.arguments["language"])))


async def _rules(_: Outside, item: ScreenItem, texts: Texts) -> Screen:
    return screens.rules(texts, int(item.arguments["page"]))


async def _levels(_: Outside, _item: ScreenItem, texts: Texts) -> Screen:
    return screens.levels(texts)


async def _matches(outside: Outside, item: ScreenItem, texts: Texts) -> Screen:
    views = await asyncio.to_thread(live_views, outside.table, item.user_id, outside.now())
    return screens.matches(texts, views, int(item.arguments["page"]), outside.now())


async def _statistics(outside: Outside, item: ScreenItem, texts: Texts) -> Screen:
    profile = await asyncio.to_thread(outside.table.profile, item.user_id)
    friends = await asyncio.to_thread(outside.table.opponents, item.user_id)
    return screens.statistics(texts, profile, friends, int(item.arguments["page"]))


async def _friend(outside: Outside, item: ScreenItem, texts: Texts) -> Screen:
    """Raises LookupError for a friend who has been forgotten just now."""
    friends = await asyncio.to_thread(outside.table.opponents, item.user_id)
    met = {friend.code: friend for friend in friends}
    return screens.friend(texts, met[str(item.arguments["friend"])])


async def _history(outside: Outside, item: ScreenItem, texts: Texts) -> Screen:
    past = await asyncio.to_thread(outside.table.past, item.user_id)
    return screens.history(texts, past, int(item.arguments["page"]))


async def _top(outside: Outside, item: ScreenItem, texts: Texts) -> Screen:
    return await asyncio.to_thread(ratings, outside.table, item.user_id, texts, int(item.arguments["page"]))


async def _settings(outside: Outside, item: ScreenItem, texts: Texts) -> Screen:
    """In the language that is set by now; the item knows Telegram's."""
    profile = await asyncio.to_thread(outside.table.profile, item.user_id)
    if profile and profile.chosen_language:
        texts = Texts(profile.chosen_language)
    return screens.as_edit(screens.settings(texts, profile))


async def _privacy(outside: Outside, _: ScreenItem, texts: Texts) -> Screen:
    return screens.as_edit(screens.privacy(texts, outside.log_days))


async def _forget(outside: Outside, item: ScreenItem, texts: Texts) -> Screen:
    views = await asyncio.to_thread(live_views, outside.table, item.user_id, outside.now())
    return screens.as_edit(screens.forget_question(texts, views))


async def _forgotten(_: Outside, _item: ScreenItem, texts: Texts) -> Screen:
    return screens.as_edit(screens.forgotten(texts))


_SCREENS: Final[dict[str, Callable[[Outside, ScreenItem, Texts], Awaitable[Screen]]]] = {
    "rules": _rules,
    "levels": _levels,
    "matches": _matches,
    "statistics": _statistics,
    "friend": _friend,
    "history": _history,
    "top": _top,
    "settings": _settings,
    "privacy": _privacy,
    "forget": _forget,
    "forgotten": _forgotten,
}
