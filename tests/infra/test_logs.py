"""What a line in the log holds."""

from __future__ import annotations

import logging
import time
from contextvars import copy_context
from typing import Any

import pytest

from infra.logs import about, decision, log, note


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "7776")
    return caplog


def told(lines: pytest.LogCaptureFixture) -> list[tuple[str, dict[str, Any]]]:
    """Each line's words and facts, but for how long it took."""
    plain = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "took_ms"}
    return [
        (record.getMessage(), {name: fact for name, fact in vars(record).items() if name not in plain})
        for record in lines.records
    ]


def test_a_decision_is_one_line_with_all_that_was_noted_on_the_way(lines: pytest.LogCaptureFixture) -> None:
    with about(function="webhook"), decision("update", update_id=7):
        note(code="7K3MQ9XA", version=None)
        note(version=3)
    assert told(lines) == [("update", {"function": "webhook", "update_id": 7, "code": "7K3MQ9XA", "version": 3})]


def test_a_decision_says_how_long_it_took(lines: pytest.LogCaptureFixture) -> None:
    with decision("update"):
        time.sleep(0.02)
    assert vars(lines.records[0])["took_ms"] >= 20


def test_other_lines_within_tell_what_is_known_by_then(lines: pytest.LogCaptureFixture) -> None:
    with decision("update", update_id=7):
        log("busy", logging.WARNING, tries=8)
        note(code="7K3MQ9XA")
    log("alone")
    assert told(lines) == [
        ("busy", {"update_id": 7, "tries": 8}),
        ("update", {"update_id": 7, "code": "7K3MQ9XA"}),
        ("alone", {}),
    ]


def test_an_exception_is_named_and_passes_without_its_text(lines: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ValueError, match="secret"), decision("update", update_id=7):
        raise ValueError("a secret")
    assert told(lines) == [("update", {"update_id": 7, "error": "ValueError"})]


def test_what_is_noted_elsewhere_stays_there(lines: pytest.LogCaptureFixture) -> None:
    with about(function="deliver"):
        for code in ("A", "B"):
            with decision("record"):
                copy_context().run(note, code=code)
    note(lost=True)
    assert told(lines) == [("record", {"function": "deliver", "code": code}) for code in ("A", "B")]
