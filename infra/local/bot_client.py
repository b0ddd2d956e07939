"""Calls the Bot API for `make bot`: fetches updates, carries out a webhook's replies, introduces the bot.

Its errors say what Telegram says, or what kind of fault came in between; never an address, for that holds the token.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final, Self

import httpx

CALL_TIMEOUT_S: Final = 15.0
TOO_OFTEN: Final = 429

Json = dict[str, Any]


class BotApiError(Exception):
    """Telegram refuses a call."""

    def __init__(self, error_code: int, description: str, retry_after_s: int | None = None) -> None:
        super().__init__(description)
        self.error_code = error_code
        self.retry_after_s = retry_after_s

    @property
    def is_passing(self) -> bool:
        """Whether the same call may do later."""
        return self.error_code == TOO_OFTEN or self.error_code >= 500

    @property
    def is_for_token(self) -> bool:
        """Whether it is the token that is refused: unknown, revoked, or of a form that none has."""
        return self.error_code in (401, 404)


class UnreachableError(Exception):
    """No answer came, or one that is not the Bot API's."""


class BotClient:
    """The Bot API for one bot, in one event loop, while the context is open."""

    def __init__(self, token: str, bot_api_url: str) -> None:
        self._http = httpx.AsyncClient(base_url=f"{bot_api_url}/bot{token}", timeout=CALL_TIMEOUT_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def call(self, method: str, waits_s: float = 0, **parameters: Any) -> Any:
        """The result of a call, which may itself wait for something. Raises BotApiError and UnreachableError."""
        try:
            response = await self._http.post(f"/{method}", json=parameters, timeout=CALL_TIMEOUT_S + waits_s)
            answer = response.json()
        except (httpx.HTTPError, ValueError) as error:
            raise UnreachableError(type(error).__name__) from None
        if not isinstance(answer, dict) or "ok" not in answer:
            raise UnreachableError(f"status {response.status_code}")
        if not answer["ok"]:
            retry_after_s = answer.get("parameters", {}).get("retry_after")
            raise BotApiError(answer["error_code"], answer.get("description", ""), retry_after_s)
        return answer.get("result")


def introductions() -> Iterator[tuple[str, Json]]:
    """The calls that tell Telegram what the bot is, in each language, just as a deployment tells it."""
    for profile in importlib.import_module("handlers.introduction").profiles():
        language = {"language_code": profile.language_code}
        yield "setMyCommands", {"commands": profile.commands, **language}
        yield "setMyDescription", {"description": profile.description, **language}
        yield "setMyShortDescription", {"short_description": profile.short_description, **language}
