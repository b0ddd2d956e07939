"""What whoever runs the bot can get wrong while matches are on: each is told in one sentence, and no move is lost."""

from __future__ import annotations

import json
import logging

import moto
import pytest

from core.combinations import Combination
from handlers import clock
from infra import clients
from infra.table import NoTableError, Table
from tests.handlers.deliveries import TOKEN, Delivery
from tests.infra.stores import START, begun

POKER, SUM = Combination.POKER, Combination.MAJOR_SUM


def sentences(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The reasons in the log."""
    return [reason for record in caplog.records if (reason := getattr(record, "reason", ""))]


def test_a_token_revoked_in_mid_game_is_said_and_every_chat_is_told_once_there_is_a_new_one(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "7776")
    match = delivery.begin()
    seen = delivery.api.last_call()
    with delivery.api.faults(error_code=401):
        match = delivery.play_round(match, POKER)
        match = delivery.play_round(match, SUM)
    [reason] = set(sentences(caplog))
    assert reason == "Telegram no longer knows the bot's token: deploy with the new one; the chats are told after that"
    assert TOKEN not in json.dumps([vars(record) for record in caplog.records], default=str)

    delivery.now += 3600
    for seat, phone in enumerate((delivery.alice, delivery.bob)):
        assert delivery.visit(match.code, seat) == []
        calls = [call["parameters"] for call in delivery.api.calls(seen, "sendMessage") if call["answer"]["ok"]]
        told = [call["text"] for call in calls if int(call["chat_id"]) == phone.id]
        assert ["Poker" in told[0], "Major Sum" in told[1], len(told)] == [True, True, 2]


@moto.mock_aws
def test_each_call_on_a_table_that_is_not_there_names_it() -> None:
    nowhere = Table(clients.dynamodb(), "nowhere", sleep=lambda _: None)
    match = begun()
    for call in (
        lambda: nowhere.match(match.code),
        lambda: nowhere.matches([match.code]),
        lambda: nowhere.live_codes(1),
        lambda: nowhere.save(None, match),
        lambda: nowhere.save(match, match.model_copy(update={"due_at": START})),
        lambda: clock.build(nowhere, lambda: START)({}, None),
    ):
        with pytest.raises(NoTableError, match=r"^The table nowhere is not there: "):
            call()


def test_a_table_that_is_not_there_is_named_and_the_records_come_again(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    match = delivery.begin()
    _, record = delivery.save(match, match.model_copy(update={"due_at": START}))
    with delivery.store.refusing("ResourceNotFoundException", "GetItem", "Query"):
        assert delivery.deliver([record]) == [record["dynamodb"]["SequenceNumber"]]
    assert sentences(caplog) == [
        f"The table {delivery.store.name} is not there: TABLE_NAME must name one of this region."
    ]
