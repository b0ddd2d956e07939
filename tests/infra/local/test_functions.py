"""Functions run as Lambda runs them: loaded by name, JSON in and out, one event per container at a time."""

from __future__ import annotations

import sys
import threading
import time
import types
from collections.abc import Callable
from typing import Any

import pytest

from infra.local.functions import Function, FunctionError

Load = Callable[[Callable[..., Any]], str]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Makes a module with this `build`, and answers its dotted name."""

    def make(build: Callable[..., Any]) -> str:
        module = types.ModuleType("a_function")
        module.__dict__["build"] = build
        monkeypatch.setitem(sys.modules, "a_function", module)
        return "a_function"

    return make


def test_a_container_is_built_with_its_arguments_once_and_kept(load: Load) -> None:
    built: list[str] = []

    def build(greeting: str) -> Any:
        built.append(greeting)
        return lambda event, context: {"said": greeting, "to": event["name"], "by": context.function_name}

    function = Function(load(build), {"greeting": "hello"}, containers=2)
    assert function({"name": "a"}) == {"said": "hello", "to": "a", "by": "a_function"}
    function({"name": "b"})
    assert built == ["hello"]


def test_a_container_serves_one_event_at_a_time_and_callers_wait_for_one(load: Load) -> None:
    running: list[int] = []
    most: list[int] = []

    def handler(_: Any, __: Any) -> None:
        running.append(1)
        most.append(len(running))
        time.sleep(0.02)
        running.pop()

    function = Function(load(lambda: handler), {}, containers=2)
    threads = [threading.Thread(target=function, args=({},)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 2


def test_a_handler_that_raises_is_logged_and_runs_again(load: Load, caplog: pytest.LogCaptureFixture) -> None:
    def handler(event: Any, _: Any) -> str:
        return str(event["name"])

    function = Function(load(lambda: handler), {}, containers=1)
    with pytest.raises(FunctionError):
        function({})
    assert "KeyError" in caplog.text
    assert function({"name": "again"}) == "again"


@pytest.mark.parametrize("odd", [b"bytes", {1, 2}, object()])
def test_what_is_no_json_does_not_get_through(load: Load, odd: object) -> None:
    function = Function(load(lambda: lambda *_: {"odd": odd}), {}, containers=1)
    with pytest.raises(FunctionError):
        function({})


def test_closing_closes_the_containers_that_were_built(load: Load) -> None:
    class Handler:
        is_open = True

        def __call__(self, *_: Any) -> None: ...

        def close(self) -> None:
            self.is_open = False

    built: list[Handler] = []

    def build() -> Handler:
        built.append(Handler())
        return built[-1]

    function = Function(load(build), {}, containers=3)
    function({})
    function.close()
    assert [handler.is_open for handler in built] == [False]
