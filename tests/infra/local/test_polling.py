"""Long polling against the local Bot API: what is confirmed and when, who leaves when two poll, and faults."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.bot_client import BotClient
from infra.local.inbox import Inbox, Update
from infra.local.phone import LocalBotApi
from infra.local.polling import Poller, PollingRefusedError
from infra.local.stop import Stop
from tests.infra.local.bot_api.tools import RawBot

TOKEN = "7776000004:" + "C" * 35
KINDS = ("message", "callback_query", "my_chat_member")
PATIENCE_S = 20


@pytest.fixture
def api() -> Iterator[LocalBotApi]:
    with running(BotApi(token=TOKEN)) as url, LocalBotApi(url) as api:
        yield api


@dataclass
class Polling:
    """A poller in a thread of its own."""

    url: str
    handle: Callable[[Update], Awaitable[bool]]
    refusal: PollingRefusedError | None = None
    stop: Stop = field(default_factory=Stop)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self.thread.start()

    async def _run(self) -> None:
        async with BotClient(TOKEN, self.url) as client:
            inbox = Inbox(self.handle, pause_scale=0.01)
            poller = Poller(client, inbox, KINDS)
            try:
                await poller.run(self.stop)
            except PollingRefusedError as error:
                self.refusal = error
            finally:
                await inbox.stop(PATIENCE_S)
            await poller.confirm()

    def end(self) -> None:
        self.stop.set()
        self.join()

    def join(self) -> None:
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()


@contextmanager
def polling(api: LocalBotApi, handle: Callable[[Update], Awaitable[bool]]) -> Iterator[Polling]:
    poller = Polling(api.base_url, handle)
    try:
        yield poller
    finally:
        poller.end()


@dataclass
class Reader:
    """Takes each update and keeps its text; those that are `unwanted` are not taken."""

    unwanted: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    tries: list[str] = field(default_factory=list)

    async def __call__(self, update: Update) -> bool:
        text = update["message"]["text"]
        self.tries.append(text)
        if text in self.unwanted:
            return False
        self.texts.append(text)
        return True

    def await_texts(self, *texts: str) -> None:
        wait(lambda: self.texts == list(texts))


def wait(holds: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(PATIENCE_S * 100):
        if holds():
            return
        pause.wait(0.01)
    pytest.fail("what was waited for does not come")


def left(api: LocalBotApi) -> list[str]:
    """What a poller that comes now would get."""
    return [update["message"]["text"] for update in RawBot(api.base_url, TOKEN).call("getUpdates")]


def test_each_update_is_handled_once_and_confirmed(api: LocalBotApi) -> None:
    alice, reader = api.phone("Alice"), Reader()
    alice.send("before")
    with polling(api, reader):
        reader.await_texts("before")
        alice.send("after")
        reader.await_texts("before", "after")
        api.idle()
    assert left(api) == []
    assert reader.tries == ["before", "after"]
    (kinds,) = {tuple(call["parameters"].get("allowed_updates", ())) for call in api.calls(method="getUpdates")} - {()}
    assert kinds == KINDS


def test_what_is_not_taken_stays_unconfirmed_while_others_go_on(api: LocalBotApi) -> None:
    alice, bob, reader = api.phone("Alice"), api.phone("Bob"), Reader({"bad"})
    with polling(api, reader):
        alice.send("bad")
        alice.send("behind")
        bob.send("one")
        reader.await_texts("one")
        bob.send("two")
        reader.await_texts("one", "two")
        wait(lambda: reader.tries.count("bad") >= 3)
    assert left(api) == ["bad", "behind", "one", "two"]


def test_a_stop_ends_the_poll_that_waits(api: LocalBotApi) -> None:
    alice, reader = api.phone("Alice"), Reader()
    with polling(api, reader) as poller:
        alice.send("one")
        reader.await_texts("one")
        threading.Event().wait(0.5)  # by now the next poll waits, for half a minute
        began = time.monotonic()
        poller.end()
        assert time.monotonic() - began < 5
    assert left(api) == []


def test_a_newcomer_leaves_and_whoever_was_there_stays(api: LocalBotApi) -> None:
    alice, first, second = api.phone("Alice"), Reader(), Reader()
    with polling(api, first) as incumbent:
        alice.send("settles it")
        first.await_texts("settles it")
        with polling(api, second) as newcomer:
            newcomer.join()
            assert newcomer.refusal is not None
            assert newcomer.refusal.is_conflict
            assert not newcomer.refusal.is_for_webhook
        alice.send("still here")
        first.await_texts("settles it", "still here")
        assert incumbent.refusal is None
    assert second.texts == []


def test_a_webhook_that_is_set_meanwhile_ends_it_and_keeps_the_updates(api: LocalBotApi) -> None:
    alice, reader = api.phone("Alice"), Reader()
    with polling(api, reader) as poller:
        alice.send("one")
        reader.await_texts("one")
        RawBot(api.base_url, TOKEN).call("setWebhook", url="http://127.0.0.1:9/")
        poller.join()
        assert poller.refusal is not None
        assert poller.refusal.is_for_webhook


def test_a_token_that_is_revoked_meanwhile_ends_it(api: LocalBotApi) -> None:
    alice, reader = api.phone("Alice"), Reader()
    with polling(api, reader) as poller:
        alice.send("one")
        reader.await_texts("one")
        api.fault(method="getUpdates", error_code=401, description="Unauthorized", times=2)
        alice.send("two")
        poller.join()
    assert poller.refusal is not None
    assert poller.refusal.refusal.is_for_token
    api.clear_faults()
    assert left(api)[-1] == "two"


@pytest.mark.parametrize(
    "fault",
    [
        {"error_code": 502, "description": "Bad Gateway", "times": 2},
        {"error_code": 429, "description": "Too Many Requests: retry after 1", "retry_after": 1},
        {"drop_reply": True},
    ],
)
def test_a_fault_on_the_way_is_waited_out(
    api: LocalBotApi, fault: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    alice, reader = api.phone("Alice"), Reader()
    api.fault(method="getUpdates", **fault)
    alice.send("one")
    with polling(api, reader), caplog.at_level("INFO", "7776"):
        reader.await_texts("one")
        wait(lambda: "telegram_is_back" in caplog.text)
    assert caplog.text.count("telegram_is_away") == 1
    assert TOKEN not in caplog.text
