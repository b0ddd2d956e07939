"""The playground as a whole: how it starts, what it serves, and how it stops."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from infra.local.phone import LocalBotApi
from infra.local.playground import CannotListenError, Playground

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def playground() -> Iterator[Playground]:
    with Playground(people=("Alice", "Bob")) as playground:
        yield playground


def get(playground: Playground, path: str) -> httpx.Response:
    return httpx.get(playground.url + path, trust_env=False)


def test_the_page_is_served_with_its_files(playground: Playground) -> None:
    page = get(playground, "/")
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]
    files = re.findall(r'(?:src|href)="(/page/[^"]+)"', page.text)
    assert files
    for file in files:
        assert get(playground, file).status_code == 200
    assert get(playground, "/page/../playground.py").status_code == 404


def test_the_state_says_who_is_there_and_how_the_bot_introduces_itself(playground: Playground) -> None:
    state = get(playground, "/playground/state").json()
    assert [person["first_name"] for person in state["people"]] == ["Alice", "Bob"]
    assert state["people"] == get(playground, "/playground/people").json()
    assert state["now"] == pytest.approx(playground.clock.now(), abs=5)
    assert state["bot"]["username"].endswith("bot")
    assert state["bot"]["description"]


def test_the_menu_of_a_chat_is_in_the_language_that_its_player_has_set(playground: Playground) -> None:
    with LocalBotApi(playground.url) as api:
        dan, erna = api.phone("Dan"), api.phone("Erna", language_code="de")
        dan.send("/settings")
        dan.wait_for_text("Language")
        seen = [dan.commands(), erna.commands()]
        for language in ("de", "telegram"):
            dan.tap(f"set:language:{language}")
            api.idle()
            seen.append(dan.commands())
    english, german = seen[:2]
    assert {command["command"] for command in english} >= {"new", "help"}
    assert english != german
    assert seen[2:] == [german, english]


def test_only_who_knows_the_secret_reaches_the_webhook(playground: Playground) -> None:
    answer = httpx.post(f"{playground.url}/webhook", json={"update_id": 1}, trust_env=False)
    assert answer.status_code == 403


def test_a_change_reaches_the_chat_through_the_stream_before_it_is_idle(playground: Playground) -> None:
    with LocalBotApi(playground.url) as api:
        carol = api.phone("Carol")
        carol.send("/new")
        api.idle()
        assert "Your table is open" in carol.last()["text"]


def test_one_runs_after_another_and_remembers_nothing(playground: Playground) -> None:
    with Playground() as another:
        assert get(another, "/playground/people").json() == []
    with pytest.raises(httpx.ConnectError):
        get(another, "/")


def test_a_stop_waits_for_no_open_event_stream() -> None:
    with (
        Playground(people=("Alice",)) as stack,
        httpx.stream("GET", f"{stack.url}/client/1001/events", trust_env=False),
    ):
        threads = {thread.name for thread in threading.enumerate()}
        assert {"stream", "queue", "clock"} <= threads


def test_a_port_in_use_is_named_in_one_sentence(playground: Playground) -> None:
    port = int(playground.url.rpartition(":")[2])
    with (
        pytest.raises(CannotListenError, match=rf"port {port}: another program listens there\.$"),
        Playground(port=port),
    ):
        pass


@contextmanager
def play(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """`make play`'s command."""
    command = [sys.executable, "-m", "infra.local.play", *arguments]
    environ = {name: value for name, value in os.environ.items() if name != "PORT"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_one_address_and_stops_cleanly_when_told(number: signal.Signals) -> None:
    with play("--port", "0") as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address is not None, line
        assert "Ctrl-C" in line
        assert httpx.get(address[0], trust_env=False).status_code == 200
        process.send_signal(number)
        rest, errors = process.communicate(timeout=20)
    assert (process.returncode, rest, errors) == (0, "", "")


def test_a_port_in_use_ends_it_with_one_clear_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with play("--port", str(port)) as process:
            _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert str(port) in errors
    assert errors.count("\n") == 1
