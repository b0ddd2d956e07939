"""Setup: introduces the bot to Telegram when the stack is made, changed or deleted, as two custom resources.

`Custom::Bot` asks who the bot is, before the functions that need its name are made. `Custom::Webhook` says where its
updates go, once all that an update sets going is there. A request holds the bot's token, so it is never logged.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any, Final

from infra import custom_resource
from infra.custom_resource import Data, Event
from infra.logs import quiet_libraries

LEFT_FOR_THE_ANSWER_S: Final = 20


def build(read_secret: Callable[[str], str], put: Callable[[str, bytes], None]) -> Callable[[Event, Any], None]:
    """Wire the function. `read_secret` reads a secret by its ARN; `put` sends an answer to an address."""

    def handle(event: Event, context: Any) -> None:
        def work(event: Event) -> Data:
            # Not before somebody waits for the answer: what cannot be imported is an answer too.
            introduction = importlib.import_module("handlers.introduction")
            seconds = context.get_remaining_time_in_millis() / 1000 - LEFT_FOR_THE_ANSWER_S
            data: Data = introduction.carry_out(event, read_secret, seconds)
            return data

        custom_resource.serve(event, work, put)

    return handle


def _read_secret(arn: str) -> str:
    clients = importlib.import_module("infra.clients")
    store = importlib.import_module("infra.secret_store").SecretStore(clients.secrets_manager())
    return str(store.read(arn))


@functools.cache
def _wired() -> Callable[[Event, Any], None]:
    quiet_libraries()
    return build(_read_secret, custom_resource.put)


def handler(event: Event, context: Any) -> None:
    """Lambda's entry: a custom resource's request."""
    _wired()(event, context)
