"""`python -m infra.local.bot`: the bot for real, from one machine and without an account, by long polling.

It takes TELEGRAM_BOT_TOKEN, and BOT_API_URL for a Bot API server of one's own. Matches are kept on this machine, or in
the DynamoDB that AWS_ENDPOINT_URL_DYNAMODB points at, in the table TABLE_NAME, which is made there if it is missing.
What it cannot mend by itself ends it with one sentence and exit code 2.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from infra.local.account import Account, AccountError, Identity
from infra.local.bot_client import BotApiError, BotClient, UnreachableError, introductions
from infra.local.database import DatabaseError, Endpoint
from infra.local.inbox import Inbox
from infra.local.lines import print_lines
from infra.local.ministack import ROOT, Ministack, ministack
from infra.local.polled_webhook import PolledWebhook
from infra.local.polling import Poller, PollingRefusedError
from infra.local.source import Source
from infra.local.stack import Stack
from infra.local.stop import Stop
from infra.logs import log

CANNOT_GO_ON: Final = 2
FINISHES_WITHIN_S: Final = 10.0


class RefusedError(Exception):
    """The bot cannot run here and now; the text says in one sentence why, and what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    stop = Stop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: _stop(stop, number))
    try:
        account = Account.from_environ(os.environ)
        print_lines([account.token, account.webhook_secret])
        run(account, os.environ, options.data, stop)
    except (AccountError, DatabaseError, RefusedError) as error:
        print(error, file=sys.stderr)
        return CANNOT_GO_ON
    return 0


def run(account: Account, environ: Mapping[str, str], data: Path, stop: Stop) -> None:
    """Raises RefusedError and DatabaseError."""
    identity = asyncio.run(identify(account))
    with ExitStack() as opening:
        serve(account, identity, _open(opening, environ, data, identity, stop), stop)


def _stop(stop: Stop, number: int) -> None:
    """Finish in good order; when it is asked for again, at once."""
    signal.signal(number, signal.SIG_DFL)
    stop.set()


async def identify(account: Account) -> Identity:
    """Ask Telegram whose token it is. Raises RefusedError if it is nobody's, or if a webhook gets the updates."""
    async with BotClient(account.token, account.bot_api_url) as client:
        try:
            user = await client.call("getMe")
            webhook = await client.call("getWebhookInfo")
        except BotApiError as error:
            raise RefusedError(_remedy(error, account)) from None
        except UnreachableError as error:
            where = account.bot_api_url
            raise RefusedError(f"The Bot API at {where} cannot be reached ({error}): try again when it can.") from None
    identity = Identity(user["id"], user["username"], user.get("supports_inline_queries", False))
    if webhook["url"]:
        raise RefusedError(_another_gets_updates(identity, account, urlsplit(webhook["url"]).netloc))
    return identity


def serve(account: Account, identity: Identity, source: Source, stop: Stop) -> None:
    """Play until it is stopped, then finish what is under way. Raises RefusedError and DatabaseError."""
    environ = {
        "BOT_TOKEN": account.token,
        "BOT_USERNAME": identity.username,
        "WEBHOOK_SECRET": account.webhook_secret,
        "INLINE_MODE": "on" if identity.has_inline_mode else "off",
    }
    stack = Stack(source, environ, lambda: int(time.time()))
    with stack.running(account.bot_api_url):
        stack.wake_all()
        try:
            asyncio.run(_poll(account, identity, stack, stop))
        except PollingRefusedError as error:
            raise RefusedError(_why(error, identity, account)) from None
        finally:
            stack.settle(FINISHES_WITHIN_S)
    if stop.reason:
        raise DatabaseError(stop.reason)


async def _poll(account: Account, identity: Identity, stack: Stack, stop: Stop) -> None:
    async with BotClient(account.token, account.bot_api_url) as client:
        await _introduce(client)
        inbox = Inbox(PolledWebhook(stack.webhook, client, account.webhook_secret).handle)
        poller = Poller(client, inbox, importlib.import_module("handlers.chat.updates").ALLOWED_UPDATES)
        print(f"@{identity.username} is ready: https://t.me/{identity.username} (Ctrl-C stops it)", flush=True)
        try:
            await poller.run(stop)
        finally:
            await inbox.stop(FINISHES_WITHIN_S)
        await poller.confirm()


async def _introduce(client: BotClient) -> None:
    """A bot without its menu is a bot all the same."""
    for method, parameters in introductions():
        try:
            await client.call(method, **parameters)
        except (BotApiError, UnreachableError) as error:
            log("not_introduced", logging.WARNING, method=method, reason=str(error))


def _open(opening: ExitStack, environ: Mapping[str, str], data: Path, identity: Identity, stop: Stop) -> Source:
    """The table, where the environment says or in a folder of this bot's own."""
    table_name = environ.get("TABLE_NAME") or f"7776-{identity.bot_id}"
    if url := environ.get("AWS_ENDPOINT_URL_DYNAMODB"):
        database = Endpoint(url).open(table_name)
        opening.callback(database.close)
        return database
    local = opening.enter_context(ministack(data / str(identity.bot_id), table_name))
    threading.Thread(target=_watch, args=(local, stop), name="database", daemon=True).start()
    return local.database


def _watch(local: Ministack, stop: Stop) -> None:
    local.process.wait()
    stop.set("The local database has stopped; start the bot again, and the matches go on where they were.")


def _remedy(error: BotApiError, account: Account) -> str:
    if error.is_for_token:
        return (
            "Telegram does not know the token in TELEGRAM_BOT_TOKEN: copy it from @BotFather once more (/mybots, API "
            "Token), and start again with it."
        )
    return f"The Bot API at {account.bot_api_url} refuses ({error}): try again later."


def _why(error: PollingRefusedError, identity: Identity, account: Account) -> str:
    if error.is_for_webhook:
        return _another_gets_updates(identity, account, "an address that was set meanwhile")
    if error.is_conflict:
        return (
            f"Another program fetches the updates of @{identity.username}: stop that one, for only one can, and start "
            "again."
        )
    return _remedy(error.refusal, account)


def _another_gets_updates(identity: Identity, account: Account, where: str) -> str:
    return (
        f"A webhook is set, so the updates of @{identity.username} go to {where}: delete that deployment, or open "
        f"{account.bot_api_url}/bot<the token>/deleteWebhook in a browser, and start again."
    )


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m infra.local.bot", description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT / ".data", help="the folder for matches (%(default)s)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
