"""What each function is told by its environment, checked once when its container starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints, ValidationError

Text = Annotated[str, StringConstraints(min_length=1, pattern=r"^\S+$")]
BotUsername = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{1,64}$")]
Url = Annotated[str, StringConstraints(pattern=r"^https?://\S+$")]
# Telegram's own rule for a secret token, and the shape in which a bot's token can stand in a URL.
WebhookSecret = Annotated[SecretStr, Field(min_length=1, max_length=256)]
BotToken = Annotated[SecretStr, Field(min_length=1)]


class SettingsError(Exception):
    """A variable of the environment is missing or wrong; the message is one sentence that names it, never its value."""


class _Settings(BaseModel):
    """Each field is read from the variable of its name in capitals."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """Raises SettingsError."""
        given = {name: environ[name.upper()] for name in cls.model_fields if name.upper() in environ}
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            problem = error.errors(include_input=False, include_url=False)[0]
            variable = str(problem["loc"][0]).upper()
            wrong = "is not set" if problem["type"] == "missing" else f"is wrong: {problem['msg']}"
            raise SettingsError(f"The environment variable {variable} {wrong}.") from None


class WebhookSettings(_Settings):
    table_name: Text
    webhook_secret: WebhookSecret
    bot_username: BotUsername


class DeliverSettings(_Settings):
    table_name: Text
    queue_url: Url
    bot_token: BotToken
    bot_username: BotUsername
    bot_api_url: Url = "https://api.telegram.org"


class ClockSettings(_Settings):
    table_name: Text
