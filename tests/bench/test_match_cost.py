"""What a match costs is counted, and stays within what was promised."""

from __future__ import annotations

import pytest

from tests.bench.due_index import UNITS_PER_MATCH
from tests.bench.match_cost import ROUNDS, Counted, play
from tests.bench.prices import bill, idle, total
from tests.deploy.template import read_template


@pytest.fixture(scope="module")
def counted(dynamodb_local: str) -> Counted:
    return play(dynamodb_local)


def test_a_tap_is_one_read_and_one_write(counted: Counted) -> None:
    """But for the tap that ends the match: it reads what is kept of both players, and its transaction is the write."""
    last = {"GetItem": 1, "BatchGetItem": 1, "TransactWriteItems": 1}
    assert [dict(tap.requests) for tap in counted.taps] == [{"GetItem": 1, "PutItem": 1}] * 31 + [last]


def test_a_pick_is_one_read_unit_and_one_write_unit(counted: Counted) -> None:
    assert {(tap.reads, tap.writes) for tap in counted.taps[::2]} == {(1.0, 1.0)}


def test_a_player_gets_one_message_and_two_edits_a_round(counted: Counted) -> None:
    """Beside the rounds: the invitation, the beginning for both, the result, and the invitation becomes a record."""
    rounds = 2 * ROUNDS
    assert counted.calls["sendMessage"] <= rounds + 5
    assert counted.calls["editMessageText"] <= 2 * rounds + 1
    assert counted.calls["editMessageReplyMarkup"] == 0
    assert counted.calls.total() <= 3 * rounds + 6
    assert (counted.most("sendMessage"), counted.most("editMessageText")) == (1, 2)


def test_a_match_costs_less_than_a_twentieth_of_a_cent(counted: Counted) -> None:
    assert total(bill(counted)) < 0.0005


def test_the_due_index_changes_with_reveals_alone(counted: Counted) -> None:
    """It comes with the invitation, moves when the friend joins and at fifteen reveals, and goes with the last."""
    assert counted.index_writes == 1 + 2 * (1 + 15) + 1 == UNITS_PER_MATCH


def test_an_update_is_one_line_of_the_log_and_its_telling_two(counted: Counted) -> None:
    assert dict(counted.lines) == {"update": counted.updates, "record": counted.batches, "metrics": counted.batches}
    assert counted.line_bytes < 400 * counted.lines.total()


def test_a_month_in_which_nobody_plays_costs_less_than_a_dollar() -> None:
    assert 0.8 < total(idle(read_template())) < 1


def test_what_has_a_price_that_is_not_known_is_no_part_of_an_idle_month() -> None:
    template = read_template()
    template["Resources"]["Nat"] = {"Type": "AWS::EC2::NatGateway"}
    with pytest.raises(ValueError, match="NatGateway"):
        idle(template)
