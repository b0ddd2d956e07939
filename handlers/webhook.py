"""The webhook: takes one update from Telegram, changes the table, and answers with one Bot API method at most.

It never calls the Bot API and holds no bot token. Its answer is 2xx for everything but a passing fault, for which
Telegram sends the update again.
"""

from __future__ import annotations

import base64
import functools
import hmac
import json
import logging
import os
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from infra.starting import uncollected

with uncollected():
    from pydantic import ValidationError

    from handlers.chat.routing import route
    from handlers.chat.updates import Update
    from handlers.chat.world import BusyError, World
    from infra import clients
    from infra.logs import about, decision, log, note, quiet_libraries, tell_start
    from infra.settings import WebhookSettings
    from infra.table import ConflictError, FormatError, Table

Event = Mapping[str, Any]
Response = dict[str, Any]
SECRET_HEADER: Final = "x-telegram-bot-api-secret-token"  # noqa: S105 (a header's name)
LARGEST_BODY: Final = 1 << 20
_DONE: Final[Response] = {"statusCode": 200}


def build(
    settings: WebhookSettings, table: Table, now: Callable[[], int], new_secret: Callable[[], bytes]
) -> Callable[[Event, object], Response]:
    """Wire the function. `now` gives epoch seconds, `new_secret` 32 bytes that nobody can guess."""
    webhook_secret = settings.webhook_secret.get_secret_value().encode()
    deployment_key = hmac.digest(webhook_secret, b"7776 match codes", "sha256")
    log_days = int(settings.log_retention_days)
    world = World(table, now, new_secret, deployment_key, settings.bot_username, log_days)

    def handle(event: Event, _: object) -> Response:
        given = str(event.get("headers", {}).get(SECRET_HEADER, "")).encode()
        with about(function="webhook"):
            if not hmac.compare_digest(given, webhook_secret):
                log("wrong_secret", logging.WARNING)
                return {"statusCode": 403}
            update = _parse(event)
            return _DONE if update is None else _serve(world, update)

    return handle


def _parse(event: Event) -> Update | None:
    """The update in a Function URL event; None for what no later attempt could mend."""
    try:
        body = event.get("body") or ""
        raw = base64.b64decode(body) if event.get("isBase64Encoded") else body.encode()
        if len(raw) > LARGEST_BODY:
            raise ValueError("too large")
        return Update.model_validate_json(raw)
    except ValidationError as error:
        log("update_ignored", fields=sorted({".".join(map(str, problem["loc"])) for problem in error.errors()}))
    except ValueError:  # not base64, a lone surrogate, too large
        log("update_ignored", fields=["body"])
    return None


def _serve(world: World, update: Update) -> Response:
    with decision("update", update_id=update.update_id):
        response = _answer(world, update)
        note(status=response["statusCode"])
        return response


def _answer(world: World, update: Update) -> Response:
    try:
        screen = route(world, update)
    except (BusyError, ConflictError):
        log("busy", logging.WARNING)
        return {"statusCode": 503}
    except FormatError as error:
        log("format_unknown", logging.ERROR, reason=str(error))
        return {"statusCode": 503} if error.is_newer else _DONE
    if screen is None:
        return _DONE
    answer = {"method": screen.method, **screen.parameters}
    return {
        "statusCode": 200,
        "headers": {"content-type": "application/json"},
        "body": json.dumps(answer, ensure_ascii=False),
    }


@functools.cache
def _wired() -> Callable[[Event, object], Response]:
    with uncollected(for_good=True):
        quiet_libraries()
        settings = WebhookSettings.from_environ(os.environ)
        table = Table(clients.dynamodb(), settings.table_name)
        tell_start("webhook")
        return build(settings, table, lambda: int(time.time()), lambda: secrets.token_bytes(32))


def handler(event: Event, context: object) -> Response:
    """Lambda's entry: a Function URL event, payload 2.0."""
    return _wired()(event, context)
