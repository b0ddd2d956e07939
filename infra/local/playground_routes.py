"""What the playground serves beside the client API: the page, and what only the page asks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from infra.local.bot_api.app import BotApi

PAGE: Final = Path(__file__).parent / "page"
_FRESH: Final = {"Cache-Control": "no-cache"}


class FreshFiles(StaticFiles):
    """Files that a browser asks for again each time, for they change with the checkout."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers.update(_FRESH)
        return response


def page_routes(is_ready: Callable[[], bool]) -> list[BaseRoute]:
    """The page at `/`, which answers 503 until the playground is ready, and its files."""

    async def index(_: Request) -> Response:
        if not is_ready():
            return PlainTextResponse("The playground is starting.", 503, {"Retry-After": "1"})
        return FileResponse(PAGE / "index.html", headers=_FRESH)

    return [Route("/", index), Mount("/page", FreshFiles(directory=PAGE))]


def state_routes(bot_api: Callable[[], BotApi]) -> list[BaseRoute]:
    """Who is there, and how the bot introduces itself."""

    async def people(_: Request) -> Response:
        return JSONResponse(list(bot_api().world.users.values()))

    async def state(_: Request) -> Response:
        api = bot_api()
        people = list(api.world.users.values())
        return JSONResponse({"bot": _bot(api), "now": api.clock.now(), "people": people, "chats": _chats(api)})

    return [Route("/playground/people", people), Route("/playground/state", state)]


def _chats(api: BotApi) -> list[dict[str, Any]]:
    """The chats of several people: groups, which have a title, and those of two friends."""
    bot = api.world.current
    several = [chat for chat in bot.chats.values() if len(chat.members) > 1 or not chat.is_private] if bot else []
    return [{**chat.ident, "members": sorted(chat.members)} for chat in several]


def _bot(api: BotApi) -> dict[str, Any] | None:
    bot = api.world.current
    if bot is None:
        return None
    return {
        "username": bot.username,
        "first_name": bot.user["first_name"],
        "description": bot.profile.descriptions.get("", ""),
    }
