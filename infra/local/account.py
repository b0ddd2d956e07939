"""The bot that `make bot` runs: its token, from the environment, and what Telegram says of it."""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

BOT_API_URL: Final = "https://api.telegram.org"
_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
_URL: Final = re.compile(r"https?://[!-~]+")


class AccountError(Exception):
    """A variable of the environment is missing or wrong; the text is one sentence that names it, never its value."""


@dataclass(frozen=True)
class Account:
    """A bot's token, and the Bot API that knows it."""

    token: str = field(repr=False)
    bot_api_url: str

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Account:
        """Raises AccountError."""
        token = environ.get("TELEGRAM_BOT_TOKEN", "").strip()
        if not token:
            raise AccountError(
                "TELEGRAM_BOT_TOKEN is not set: get a token from @BotFather in Telegram (/newbot), and start again by "
                "`TELEGRAM_BOT_TOKEN=<the token> make bot`."
            )
        if not _TOKEN.fullmatch(token):
            raise AccountError("TELEGRAM_BOT_TOKEN holds no bot token: copy the whole line that @BotFather gave you.")
        bot_api_url = (environ.get("BOT_API_URL") or BOT_API_URL).rstrip("/")
        if not _URL.fullmatch(bot_api_url):
            raise AccountError("BOT_API_URL must be an address that begins with http:// or https://.")
        return cls(token, bot_api_url)

    @property
    def webhook_secret(self) -> str:
        """Codes of tables come from it, so a restart must not change it: it comes from the token."""
        return hmac.digest(self.token.encode(), b"7776 webhook secret", "sha256").hex()


@dataclass(frozen=True)
class Identity:
    """Who a bot is."""

    bot_id: int
    username: str
    has_inline_mode: bool = False
