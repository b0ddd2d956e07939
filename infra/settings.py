"""What each function is told by its environment, checked once when its container starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Final, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, SecretStr, ValidationError


def _must_be(what: str, pattern: str) -> AfterValidator:
    def check(value: str | SecretStr) -> str | SecretStr:
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        if not re.fullmatch(pattern, text):
            raise ValueError(what)
        return value

    return AfterValidator(check)


_Word = Annotated[str, _must_be("one word", r"[!-~]+")]
_Url = Annotated[str, _must_be("an address that begins with http:// or https://", r"https?://[!-~]+")]
_BotUsername = Annotated[str, _must_be("a bot's username, without @", r"[A-Za-z0-9_]+")]
_Switch = Annotated[str, _must_be("on or off", r"on|off")]
_BotToken = Annotated[SecretStr, _must_be("a bot's token", r"[A-Za-z0-9:_-]+")]
_WebhookSecret = Annotated[SecretStr, _must_be("1 to 256 of A-Z, a-z, 0-9, _ and -", r"[A-Za-z0-9_-]{1,256}")]

_Days = Annotated[str, _must_be("a number of days", r"[1-9][0-9]{0,3}")]

_BY_ARN: Final = "_SECRET_ARN"


class SettingsError(Exception):
    """A variable of the environment is missing or wrong; the message is one sentence that names it, never its value."""


class _Settings(BaseModel):
    """Each field is read from the variable of its name in capitals."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True, defer_build=True)

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """Raises SettingsError."""
        given = {name: environ[name.upper()] for name in cls.model_fields if name.upper() in environ}
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            problem = error.errors(include_input=False)[0]
            variable = str(problem["loc"][0]).upper()
            wrong = "is not set" if problem["type"] == "missing" else f"must be {problem['ctx']['error']}"
            raise SettingsError(f"The environment variable {variable} {wrong}.") from None


class WebhookSettings(_Settings):
    table_name: _Word
    webhook_secret: _WebhookSecret
    bot_username: _BotUsername
    log_retention_days: _Days = "30"


class DeliverSettings(_Settings):
    table_name: _Word
    queue_url: _Url
    bot_token: _BotToken
    bot_username: _BotUsername
    bot_api_url: _Url = "https://api.telegram.org"
    stack_name: _Word | None = None
    log_retention_days: _Days = "30"
    inline_mode: _Switch = "off"
    paid_broadcast: _Switch = "off"


class ClockSettings(_Settings):
    table_name: _Word


def with_secrets(environ: Mapping[str, str], read: Callable[[str], str]) -> dict[str, str]:
    """An environment in which NAME is the secret that NAME_SECRET_ARN points at, unless NAME itself is set."""
    names = {name: name.removesuffix(_BY_ARN) for name in environ if name.endswith(_BY_ARN)}
    return {**environ, **{name: read(environ[arn]) for arn, name in names.items() if name not in environ}}
