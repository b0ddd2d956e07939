"""Notes of what did not get through to a user."""

from __future__ import annotations

import pytest

from core.match import DAY
from infra.item_store import ConditionError
from infra.table import Table
from tests.infra.stores import CODE, START, Store, host, opened

USER = host().user_id


def test_what_did_not_get_through_is_noted_until_it_is_told(table: Table) -> None:
    table.save(None, opened())
    table.note_untold(USER, CODE, START + DAY)
    assert table.untold_codes(USER) == [CODE]
    table.note_told(USER, CODE)
    assert table.untold_codes(USER) == []


def test_what_did_not_get_through_a_second_time_is_noted_again(table: Table) -> None:
    """DynamoDB makes a transaction that comes again with the same token only once, though it was undone in between."""
    table.save(None, opened())
    for _ in range(2):
        table.note_untold(USER, CODE, START + DAY)
        assert table.untold_codes(USER) == [CODE]
        table.note_told(USER, CODE)


def test_nothing_is_noted_under_whom_the_bot_does_not_know(table: Table) -> None:
    table.note_untold(USER, CODE, START + DAY)
    assert table.untold_codes(USER) == []


def test_a_note_is_not_lost_in_silence_while_its_users_profile_is_being_written(table: Table, store: Store) -> None:
    table.save(None, opened())
    being_written = store.refusing(
        "TransactWriteItems", "TransactionCanceledException", ["None", "TransactionConflict"]
    )
    with being_written, pytest.raises(ConditionError):
        table.note_untold(USER, CODE, START + DAY)
