"""The lines that the bot prints: one for each event, with nothing in it that somebody is not to see."""

from __future__ import annotations

import logging
import sys
from typing import Any

import pytest

from infra.local.lines import OneLine, described


def line(message: str = "update", level: int = logging.INFO, exc_info: Any = None, **facts: object) -> str:
    record = logging.LogRecord("7776", level, __file__, 1, message, (), exc_info)
    vars(record).update(facts)
    return OneLine(["S3cret", "S3cret-and-more"]).format(record).partition(" ")[2]


def test_a_line_says_what_happened_and_its_facts() -> None:
    assert line(update_id=7, kind="tap pick 7K3MQ9XA") == "update update_id=7 kind='tap pick 7K3MQ9XA'"


def test_a_problem_is_marked_as_such() -> None:
    assert line("must_wait", logging.WARNING, code="7K3MQ9XA") == "WARNING must_wait code=7K3MQ9XA"


def test_no_secret_passes_whatever_holds_it() -> None:
    assert line("https://host/botS3cret/x S3cret-and-more", reason="S3cret") == "https://host/bot***/x *** reason=***"


def test_nothing_breaks_a_line_or_speaks_to_the_terminal() -> None:
    assert line(reason="a\nb\x1b[2J\u202e") == "update reason=a?b?[2J?"


def test_an_exception_is_named_with_its_place_and_without_its_text() -> None:
    try:
        raise ValueError("3 3 4 5 6")
    except ValueError:
        text = line("handlers.webhook failed", logging.ERROR, exc_info=sys.exc_info())
    assert text.startswith("ERROR handlers.webhook failed (ValueError at test_lines.py:")
    assert "3 3 4 5 6" not in text


@pytest.mark.parametrize(
    "update, text",
    [
        ({"callback_query": {"data": "pick:7K3MQ9XA:3:poker:0"}}, "tap pick 7K3MQ9XA"),
        ({"callback_query": {"data": "resign!:7K3MQ9XA"}}, "tap resign! 7K3MQ9XA"),
        ({"callback_query": {"data": "rules:0"}}, "tap rules"),
        ({"callback_query": {"data": "pick:poker\x1b[2J"}}, "tap pick"),
        ({"callback_query": {"data": "ΔΔΔ"}}, "tap"),
        ({"callback_query": {}}, "tap"),
        ({"message": {"text": "/join 7K3MQ9XA"}}, "/join"),
        ({"message": {"text": "/word abracadabra"}}, "/word"),
        ({"message": {"text": "hello"}}, "message"),
        ({"message": {"photo": []}}, "message"),
        ({"my_chat_member": {}}, "my_chat_member"),
        ({}, "nothing"),
    ],
)
def test_an_update_is_described_without_what_only_its_sender_may_know(update: dict[str, Any], text: str) -> None:
    assert described({"update_id": 1, **update}) == text
