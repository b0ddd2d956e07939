"""Hands a polled update to the webhook's function as Telegram would, and carries out the method in its reply."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from typing import Any, Final

from infra.local.bot_client import BotApiError, BotClient, UnreachableError
from infra.local.function_url import post_event
from infra.local.functions import Event, FunctionError
from infra.local.inbox import Update, user_of
from infra.local.lines import described
from infra.logs import log

BAD_GATEWAY: Final = 502
PAUSES_S: Final = (1.0, 3.0)
LONGEST_PAUSE_S: Final = 10
TOO_LATE: Final = "query is too old"


class PolledWebhook:
    """The way of an update. `function` is the webhook's, `secret_token` what it knows Telegram by."""

    def __init__(self, function: Callable[[Event], Any], client: BotClient, secret_token: str) -> None:
        self._function = function
        self._client = client
        self._headers = {"content-type": "application/json", "x-telegram-bot-api-secret-token": secret_token}

    async def handle(self, update: Update) -> bool:
        """Whether the update was taken; then its reply has been carried out, as far as that was possible."""
        began = time.monotonic()
        event = post_event(self._headers, json.dumps(update).encode())
        try:
            result = await asyncio.to_thread(self._function, event)
        except FunctionError:
            result = {"statusCode": BAD_GATEWAY}
        is_taken: bool = 200 <= result["statusCode"] < 300
        if is_taken and result.get("body"):
            await self._carry_out(json.loads(result["body"]))
        log(
            "update" if is_taken else "update_not_taken",
            logging.INFO if is_taken else logging.WARNING,
            update_id=update["update_id"],
            user_id=user_of(update),
            kind=described(update),
            status=result["statusCode"],
            ms=round(1000 * (time.monotonic() - began)),
        )
        return is_taken

    async def _carry_out(self, reply: dict[str, Any]) -> None:
        method = reply.pop("method")
        for pause_s in (*PAUSES_S, None):
            try:
                await self._client.call(method, **reply)
            except BotApiError as error:
                if pause_s is None or not error.is_passing or (error.retry_after_s or 0) > LONGEST_PAUSE_S:
                    level = logging.INFO if TOO_LATE in str(error) else logging.WARNING
                    log("reply_refused", level, method=method, reason=str(error))
                    return
                await asyncio.sleep(error.retry_after_s or pause_s)
            except UnreachableError as error:
                if pause_s is None:
                    log("reply_lost", logging.WARNING, method=method, fault=str(error))
                    return
                await asyncio.sleep(pause_s)
            else:
                return
