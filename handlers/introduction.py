"""What Telegram is told of the bot: where its updates go, its commands and its descriptions in each language. What goes
wrong is said in one sentence, by which whoever deploys can mend it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, SecretStr
from telegram import Bot
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError

from handlers.chat.texts import Texts
from handlers.chat.texts.languages import LANGUAGES
from handlers.chat.updates import ALLOWED_UPDATES
from infra.courier import NotBotApiError, bot_commands, seconds_asked
from infra.courier import bot as new_bot
from infra.custom_resource import Data, Event, ResourceError
from infra.logs import log
from infra.secret_store import SecretError

Answer = TypeVar("Answer")
PAUSES_S: Final = (0.3, 2.0)
LONGEST_PAUSE_S: Final = 10
OTHER_LANGUAGES_S: Final = 15


class Account(BaseModel):
    """A bot's token, and the Bot API that knows it: the properties of `Custom::Bot`."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    bot_token: SecretStr = Field(alias="BotToken")
    bot_api_url: str = Field(alias="BotApiUrl")

    @property
    def token(self) -> str:
        return self.bot_token.get_secret_value()

    @property
    def digest(self) -> str:
        """Tells one token from another, and says nothing of it."""
        return hashlib.sha256(self.token.encode()).hexdigest()[:16]


class Destination(Account):
    """Where a bot's updates go: the properties of `Custom::Webhook`."""

    url: str = Field(alias="Url")
    secret_arn: str = Field(alias="SecretArn")
    max_connections: int = Field(alias="MaxConnections", ge=1, le=100)


class Profile(BaseModel):
    """What a bot says of itself: its menu of commands, the text in an empty chat with it, the one in its profile.

    Telegram shows it to those whose app is in a language of two letters, and what has no letters to everybody else.
    """

    language_code: str
    commands: list[dict[str, str]]
    description: str
    short_description: str


def profiles() -> list[Profile]:
    """In each language, and first in English, for everybody who reads none of the others."""
    return [_profile(tag, "" if tag == "en" else tag.split("-")[0]) for tag in LANGUAGES]


def _profile(tag: str, language_code: str) -> Profile:
    texts = Texts(tag)
    return Profile(
        language_code=language_code,
        commands=texts.commands(),
        description=texts.description(),
        short_description=texts.short_description(),
    )


def digest() -> str:
    """Changes with anything that Telegram is told. The template holds it, so that a change causes a call."""
    content = [[told.model_dump() for told in profiles()], ALLOWED_UPDATES]
    told = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def carry_out(event: Event, read_secret: Callable[[str], str], seconds: float) -> Data:
    """Do what a custom resource's request asks for, in so much time at most. Raises ResourceError."""
    account = Account.model_validate(event["ResourceProperties"])
    try:
        return asyncio.run(asyncio.wait_for(_work(event, read_secret), seconds))
    except SecretError as error:
        raise ResourceError(str(error)) from None
    except (TelegramError, TimeoutError) as error:
        raise ResourceError(_remedy(error, account.bot_api_url)) from None


async def _work(event: Event, read_secret: Callable[[str], str]) -> Data:
    is_deletion = event["RequestType"] == "Delete"
    if event["ResourceType"] == "Custom::Bot":
        return {} if is_deletion else await _identify(Account.model_validate(event["ResourceProperties"]))
    destination = Destination.model_validate(event["ResourceProperties"])
    if is_deletion:
        await _remove_webhook(destination)
        return {}
    await _introduce(destination, read_secret(destination.secret_arn))
    if event["RequestType"] == "Update":
        await _leave(Destination.model_validate(event["OldResourceProperties"]), destination)
    return {}


async def _identify(account: Account) -> Data:
    async with _session(account) as bot:
        inline_mode = "on" if bot.supports_inline_queries else "off"
        return {"Username": bot.username, "TokenDigest": account.digest, "InlineMode": inline_mode}


async def _introduce(destination: Destination, webhook_secret: str) -> None:
    english, *others = profiles()
    async with _session(destination) as bot:
        await _patiently(
            lambda: bot.set_webhook(
                destination.url,
                secret_token=webhook_secret,
                allowed_updates=ALLOWED_UPDATES,
                max_connections=destination.max_connections,
            )
        )
        await _tell(bot, english)
        try:
            await asyncio.wait_for(_tell_others(bot, others), OTHER_LANGUAGES_S)
        except TimeoutError:
            log("languages_not_told", logging.WARNING)


async def _tell_others(bot: Bot, profiles: list[Profile]) -> None:
    """Whose language could not be told reads the menu in English, or as it was: no deployment fails for that."""
    for profile in profiles:
        try:
            await _tell(bot, profile)
        except TelegramError as error:
            log("language_not_told", logging.WARNING, language=profile.language_code, error=type(error).__name__)


async def _tell(bot: Bot, profile: Profile) -> None:
    language_code = profile.language_code or None
    description, short_description = profile.description, profile.short_description
    await _patiently(lambda: bot.set_my_commands(bot_commands(profile.commands), language_code=language_code))
    await _patiently(lambda: bot.set_my_description(description, language_code))
    await _patiently(lambda: bot.set_my_short_description(short_description, language_code))


async def _leave(old: Destination, new: Destination) -> None:
    """Remove what a former token, or a former Bot API server, was told. The token may be revoked by now."""
    if (old.token, old.bot_api_url) == (new.token, new.bot_api_url):
        return
    try:
        await _remove_webhook(old)
    except TelegramError as error:
        log("old_webhook_left", logging.WARNING, error=type(error).__name__)


async def _remove_webhook(destination: Destination) -> None:
    """Only where it is still ours: the bot may serve another stack by now."""
    async with _session(destination) as bot:
        info = await _patiently(bot.get_webhook_info)
        if info.url == destination.url:
            await _patiently(bot.delete_webhook)


@asynccontextmanager
async def _session(account: Account) -> AsyncIterator[Bot]:
    """A bot that has been asked who it is."""
    bot = new_bot(account.token, account.bot_api_url)
    try:
        await _patiently(bot.initialize)
        yield bot
    finally:
        await bot.shutdown()


async def _patiently(call: Callable[[], Awaitable[Answer]]) -> Answer:
    """Try again what a passing fault stopped. Raises TelegramError."""
    for pause in PAUSES_S:
        try:
            return await call()
        except (BadRequest, InvalidToken):
            raise
        except RetryAfter as error:
            if (asked := seconds_asked(error)) > LONGEST_PAUSE_S:
                raise
            await asyncio.sleep(asked)
        except NetworkError:
            await asyncio.sleep(pause)
    return await call()


def _remedy(error: Exception, bot_api_url: str) -> str:
    """What to do about an error. Its own text is told only where it is Telegram's."""
    if isinstance(error, NotBotApiError) and error.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return f"What answers at {bot_api_url} is no Bot API: check the parameter BotApiUrl."
    if isinstance(error, InvalidToken):
        return (
            "Telegram does not know this bot token: copy it from @BotFather once more (/mybots, API Token), and "
            "deploy with it as the parameter BotToken."
        )
    if isinstance(error, RetryAfter):
        return f"Telegram asks to wait for {seconds_asked(error)} seconds: deploy again after that."
    if isinstance(error, BadRequest | Forbidden):
        return f"Telegram refused what it was told ({error.message}): deploy the last version that worked."
    return (
        f"The Bot API at {bot_api_url} cannot be reached: check the parameter BotApiUrl, or deploy again in a "
        "few minutes."
    )
