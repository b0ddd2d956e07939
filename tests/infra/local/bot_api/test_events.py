"""The live view of a phone."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi, Phone
from tests.infra.local.bot_api.tools import RawBot

Event = tuple[str, dict[str, Any]]


def events(lines: Iterator[str]) -> Iterator[Event]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def test_a_stream_begins_with_what_is_there_and_goes_on_with_what_changes(
    bot: RawBot, alice: Phone, api: LocalBotApi
) -> None:
    with api.http.stream("GET", f"/client/{alice.id}/events") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        stream = events(response.iter_lines())
        assert next(stream)[1]["text"] == "/start"
        sent = bot.call("sendMessage", chat_id=alice.id, text="one")
        assert next(stream) == ("message", sent)
        edited = bot.call("editMessageText", chat_id=alice.id, message_id=2, text="two")
        assert next(stream) == ("message", edited)
        bot.call("sendChatAction", chat_id=alice.id, action="typing")
        assert next(stream) == ("typing", {"chat_id": alice.id})
        bot.call("deleteMessage", chat_id=alice.id, message_id=2)
        assert next(stream) == ("deleted", {"chat_id": alice.id, "message_id": 2})


def test_a_stream_shows_groups_and_nothing_of_others(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    bob = api.phone("Bob")
    bob.send("private")
    group = api.group("Friends", alice, bob)
    with api.http.stream("GET", f"/client/{alice.id}/events") as response:
        stream = events(response.iter_lines())
        assert [next(stream)[1]["chat"]["id"] for _ in range(2)] == [alice.id, group["id"]]
        bob.send("also private")
        bob.send("for all", chat_id=group["id"])
        assert next(stream)[1]["text"] == "for all"


def test_a_reader_that_goes_away_is_forgotten(bot_api: BotApi, alice: Phone, api: LocalBotApi) -> None:
    with api.http.stream("GET", f"/client/{alice.id}/events") as response:
        stream = events(response.iter_lines())
        next(stream)
        assert bot_api.events.count() == 1
    give_up = time.monotonic() + 5
    while bot_api.events.count() and time.monotonic() < give_up:
        alice.send("anyone?")
        time.sleep(0.02)
    assert bot_api.events.count() == 0


def test_open_streams_and_polls_do_not_hold_up_a_server_that_stops() -> None:
    with ExitStack() as server, ExitStack() as phone:
        url = server.enter_context(running(BotApi()))
        api = phone.enter_context(LocalBotApi(url))
        bot = RawBot(url)
        bot.call("getMe")
        alice = api.phone("Alice")
        polled: list[Any] = []
        poll = threading.Thread(target=lambda: polled.append(bot.call("getUpdates", timeout=40)))
        poll.start()
        response = phone.enter_context(api.http.stream("GET", f"/client/{alice.id}/events"))
        time.sleep(0.2)
        began = time.monotonic()
        server.close()
        assert time.monotonic() - began < 2.5
        assert list(events(response.iter_lines())) == []
        poll.join(2)
        assert polled == [[]]
