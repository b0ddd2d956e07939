"""A worker: a process that serves one event at a time by the real handlers, as one container of each function does.

It is forked from a process that has imported all of this already, so that a death costs little.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import hmac
import logging
import os
import socket
from collections.abc import Callable
from typing import Any, Final

import botocore.session
from botocore.config import Config

from handlers import clock, deliver, webhook
from handlers.chat.outside import Outside
from infra.courier import Courier, bot
from infra.local.functions import Context
from infra.logs import quiet_libraries
from infra.settings import WebhookSettings
from infra.table import Table
from tests.soak import faults
from tests.soak.peril import Peril, PerilousClient, PerilousCourier, PerilousQueue
from tests.soak.wire import AGAIN, Setup, Wire, hasty

REGION: Final = "us-east-1"
_PATIENT: Final = Config(connect_timeout=10, read_timeout=60, retries={"mode": "standard", "total_max_attempts": 3})
_SESSION: Final = botocore.session.get_session()
_SESSION.set_credentials("soak", "soak")


def dynamodb(endpoint_url: str) -> Any:
    """A client of a session that has read DynamoDB's model before."""
    return _SESSION.create_client("dynamodb", region_name=REGION, endpoint_url=endpoint_url, config=_PATIENT)


dynamodb("http://127.0.0.1:1")  # reads the model, once for all workers


def serve(end: socket.socket, setup: Setup, offset: ctypes.c_longlong) -> None:
    """Serve events until the other end closes. `offset` is how far the soak's clock is ahead."""
    quiet_libraries()
    logging.disable(logging.CRITICAL)
    wire = Wire(end)
    worker = Worker(setup, wire, lambda: int(hasty(setup.began)) + offset.value)
    for message in wire.receive():
        wire.send({"result": worker.invoke(message["function"], message["event"], message)})
    os._exit(0)


class Worker:
    """The three functions, wired as their own modules wire them, with calls that may fail and at which one may die."""

    def __init__(self, setup: Setup, wire: Wire, now: Callable[[], int]) -> None:
        self._setup = setup
        self._now = now
        self._peril = Peril(setup.chaos, wire)
        self._label = ""
        client = faults.client(setup.fault, PerilousClient(dynamodb(setup.endpoint_url), self._peril), self._peril)
        self._table = Table(client, setup.table_name)
        self._queue = PerilousQueue(self._peril, wire)

    def invoke(self, function: str, event: Any, about: dict[str, Any]) -> Any:
        """A function's result, or {"error": …} where it raised."""
        self._label = about["label"].removesuffix(AGAIN)
        self._peril.begin(f"{about['label']} {about['tries']}", about.get("labels", {}))
        try:
            return getattr(self, f"_{function}")(event, Context(function))
        except Exception as error:  # noqa: BLE001 (as Lambda does: the caller hears that it failed, and tries again)
            return {"error": f"{type(error).__name__}: {error}"}

    @functools.cached_property
    def _webhook(self) -> Callable[[Any, Any], Any]:
        environ = {
            "TABLE_NAME": self._setup.table_name,
            "WEBHOOK_SECRET": self._setup.webhook_secret,
            "BOT_USERNAME": self._setup.bot_username,
        }
        return webhook.build(WebhookSettings.from_environ(environ), self._table, self._now, self._new_secret)

    @functools.cached_property
    def _deliver(self) -> Callable[[Any, Any], Any]:
        courier = Courier(bot(self._setup.bot_token, self._setup.bot_api_url))
        outside: Any = Outside(
            self._table,
            faults.courier(self._setup.fault, PerilousCourier(courier, self._peril)),
            self._queue,
            self._now,
            self._setup.bot_username,
        )
        return deliver.Deliver(outside, None)

    @functools.cached_property
    def _clock(self) -> Callable[[Any, Any], Any]:
        return clock.build(self._table, self._now, side_by_side=1)

    def _new_secret(self) -> bytes:
        """A match's secret: by what it was opened with, so that a seed brings the same dice again."""
        return hmac.digest(str(self._setup.chaos.seed).encode(), self._label.encode(), hashlib.sha256)
