"""The client API: people, their acts and what they see, over HTTP. The page and the tests share it."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from infra.local.bot_api.errors import Json
from infra.local.bot_api.events import Events
from infra.local.bot_api.params import parse_json_object
from infra.local.bot_api.people import ClientError, People
from infra.local.bot_api.state import Chat, World

Endpoint = Callable[[Request], Awaitable[Response]]


def number(body: Json, name: str, default: Any = ...) -> Any:
    """An integer of a request's body; raises where it is none, or absent with no default."""
    value = body.get(name, default)
    if value is ... or (value is not default and (not isinstance(value, int) or isinstance(value, bool))):
        raise ClientError(400, f"{name} must be a whole number")
    return value


def word(body: Json, name: str, default: Any = ...) -> Any:
    value = body.get(name, default)
    if value is ... or (value is not default and not isinstance(value, str)):
        raise ClientError(400, f"{name} must be a string")
    return value


async def body_of(request: Request) -> Json:
    return parse_json_object(await request.body())


class ClientApi:
    """The routes under /client."""

    def __init__(self, world: World, people: People, events: Events) -> None:
        self._world = world
        self._people = people
        self._events = events

    def routes(self) -> list[Route]:
        person = "/client/{user_id:int}"
        return [
            Route("/client/users", self._users, methods=["GET", "POST"]),
            Route("/client/chats", self._make_chat, methods=["POST"]),
            Route("/client/chats/{chat_id}/messages", self._chat_messages),
            Route(f"{person}/send", self._send, methods=["POST"]),
            Route(f"{person}/tap", self._tap, methods=["POST"]),
            Route(f"{person}/inline", self._inline, methods=["POST"]),
            Route(f"{person}/choose", self._choose, methods=["POST"]),
            Route(f"{person}/messages", self._messages),
            Route(f"{person}/commands", self._commands),
            Route(f"{person}/events", self._stream),
            Route(f"{person}/files/{{file_id}}", self._file),
            Route(f"{person}/block", self._changes(self._people.block), methods=["POST"]),
            Route(f"{person}/unblock", self._changes(self._people.unblock), methods=["POST"]),
            Route(f"{person}/deactivate", self._changes(self._people.deactivate), methods=["POST"]),
        ]

    async def _users(self, request: Request) -> Response:
        if request.method == "GET":
            return JSONResponse(list(self._world.users.values()))
        body = await body_of(request)
        number(body, "id", None)
        if not word(body, "first_name").strip():
            raise ClientError(400, "first_name must not be empty")
        return JSONResponse(self._world.add_user(body))

    async def _make_chat(self, request: Request) -> Response:
        body = await body_of(request)
        members = body.get("members")
        if not isinstance(members, list):
            raise ClientError(400, "members must be a list of user ids")
        return JSONResponse(self._people.make_group(word(body, "title"), word(body, "type", "group"), members))

    async def _send(self, request: Request) -> Response:
        body = await body_of(request)
        chat_id, reply_to = number(body, "chat_id", None), number(body, "reply_to_message_id", None)
        return JSONResponse(self._people.send(_user_id(request), word(body, "text"), chat_id, reply_to))

    async def _tap(self, request: Request) -> Response:
        body = await body_of(request)
        number(body, "chat_id", None)
        number(body, "message_id", *([None] if word(body, "inline_message_id", None) else []))
        return JSONResponse(await self._people.tap(_user_id(request), body))

    async def _inline(self, request: Request) -> Response:
        body = await body_of(request)
        return JSONResponse(await self._people.inline(_user_id(request), word(body, "query", "")))

    async def _choose(self, request: Request) -> Response:
        body = await body_of(request)
        user_id = _user_id(request)
        chat_id = number(body, "chat_id", user_id)
        return JSONResponse(self._people.choose(user_id, word(body, "result_id"), chat_id))

    async def _messages(self, request: Request) -> Response:
        return JSONResponse(_shown(self._people.chat(_user_id(request), _chat_id(request))))

    async def _commands(self, request: Request) -> Response:
        return JSONResponse(self._people.commands(_user_id(request), _chat_id(request)))

    async def _chat_messages(self, request: Request) -> Response:
        chat = self._people.bot.chats.get(int(request.path_params["chat_id"]))
        if chat is None:
            raise ClientError(404, "there is no such chat")
        return JSONResponse(_shown(chat))

    async def _stream(self, request: Request) -> Response:
        user_id = int(self._people.user(_user_id(request))["id"])
        stream = self._events.stream(user_id, lambda: self._present(user_id))
        return StreamingResponse(stream, media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    def _present(self, user_id: int) -> list[Json]:
        bot = self._world.current
        chats = bot.chats.values() if bot else ()
        return [message for chat in chats if user_id in chat.members for message in _shown(chat)]

    async def _file(self, request: Request) -> Response:
        self._people.user(_user_id(request))
        return file_response(self._world, request.path_params["file_id"])

    def _changes(self, act: Callable[[int], None]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            act(_user_id(request))
            return JSONResponse({"ok": True})

        return endpoint


def _user_id(request: Request) -> int:
    return int(request.path_params["user_id"])


def _chat_id(request: Request) -> int | None:
    chat_id = request.query_params.get("chat_id")
    return int(chat_id) if chat_id else None


def _shown(chat: Chat) -> list[Json]:
    return [chat.messages[message_id] for message_id in sorted(chat.messages)]


def file_response(world: World, file_id: str) -> Response:
    stored = world.files.get(file_id)
    if stored is None:
        raise ClientError(404, "there is no such file")
    return Response(stored.upload.content, media_type=stored.upload.mime_type)
