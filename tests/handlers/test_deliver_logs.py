"""What an operator sees of deliver: a line for each record, metrics, and nothing that is hidden from players."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from core.combinations import Combination
from core.match import Match
from tests.handlers.deliveries import POKER, SUM, TOKEN, Delivery, texts


def test_a_failing_record_is_reported_with_all_behind_it_and_no_other_match_waits(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    match, bad = delivery.pick(delivery.begin(), delivery.alice, POKER)
    _, behind = delivery.pick(match, delivery.bob, POKER)
    screen = delivery.screen(delivery.alice, "rules", page=0, language="en")
    with delivery.store.refusing("InternalServerError", "Query"):
        caplog.set_level(logging.ERROR)
        assert delivery.deliver([bad, screen, behind]) == [
            record["dynamodb"]["SequenceNumber"] for record in (bad, behind)
        ]
    assert texts(delivery.alice)[-1].startswith("Rules")
    assert delivery.deliver([bad, behind]) == []
    assert "Poker" in texts(delivery.bob)[-1]


def test_no_log_line_holds_the_token_the_secret_or_a_pick(delivery: Delivery, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="7776")
    match = delivery.begin()
    with delivery.api.faults(chat_id=delivery.bob.id, error_code=429, retry_after=3):
        match, record = delivery.pick(match, delivery.alice, Combination.MINOR_STRAIGHT)
        delivery.deliver([record])
    logged = " ".join(str(record.__dict__) for record in caplog.records if record.name.startswith("7776"))
    for hidden in (TOKEN, match.secret.hex(), str(match.secret), "minor_straight", "Minor Straight"):
        assert hidden not in logged


def facts(caplog: pytest.LogCaptureFixture, what: str) -> list[dict[str, Any]]:
    return [vars(record) for record in caplog.records if record.getMessage() == what]


def test_each_record_is_one_line_that_says_what_became_of_both_chats(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    match = delivery.begin()
    caplog.set_level(logging.INFO, "7776")
    with delivery.api.faults(chat_id=delivery.bob.id, method="sendMessage", error_code=429, retry_after=3):
        match = delivery.play_round(match, POKER)
    lines = facts(caplog, "record")
    assert [(line["function"], line["of"], line["code"], line["version"]) for line in lines] == [
        ("deliver", "match", match.code, version) for version in (3, 4)
    ]
    assert (lines[1]["host"], lines[1]["guest"]) == ("told", "waits")


def test_a_batch_is_measured_once_by_what_it_brought(delivery: Delivery, caplog: pytest.LogCaptureFixture) -> None:
    match = delivery.begin()
    caplog.set_level(logging.INFO, "7776.metrics")
    match, first = delivery.pick(match, delivery.alice, POKER)
    match, second = delivery.pick(match, delivery.bob, POKER)
    for record in (first, second):
        record["dynamodb"]["ApproximateCreationDateTime"] = float(delivery.now)
    delivery.now += 2
    delivery.deliver([first, second])
    [line] = facts(caplog, "metrics")
    assert (line["Picks"], line["ChatsTold"], line["DeliveryDelay"], line["Stack"]) == (2, 4, [2000, 2000], "tests")
    caplog.clear()
    delivery.deliver([first, second])
    assert facts(caplog, "metrics") == []


def test_what_had_to_wait_and_who_was_lost_is_measured(delivery: Delivery, caplog: pytest.LogCaptureFixture) -> None:
    match = delivery.begin()
    caplog.set_level(logging.INFO, "7776.metrics")
    with delivery.api.faults(chat_id=delivery.bob.id, error_code=429, retry_after=3):
        delivery.play_round(match, POKER)
    assert sum(line.get("ChatsWaiting", 0) for line in facts(caplog, "metrics")) == 1
    other = delivery.settle(delivery.table.match(match.code) or match)
    delivery.now += 10
    delivery.alice.block()
    delivery.visit(match.code, 1)
    _, record = delivery.pick(other, delivery.bob, SUM)
    delivery.deliver([record])
    assert sum(line.get("ChatsGivenUp", 0) for line in facts(caplog, "metrics")) == 1


def test_an_unreadable_match_is_logged_and_holds_up_nothing(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="7776")
    odd: Match = delivery.host()
    _, record = delivery.save(None, odd)
    record["dynamodb"]["NewImage"]["format"] = {"N": "99"}
    assert delivery.deliver([record]) == []
    assert "format_unknown" in [line.getMessage() for line in caplog.records]
