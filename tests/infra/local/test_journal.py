"""The journal: whatever was written can be played back over an older state of the table, and over the newest too."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import match as matches
from core.match import Match
from infra.local.journal import Journal
from infra.local.moto_table import MotoTable
from infra.table import ConflictError, Table
from tests.infra.stores import CODE, START, guest, opened


@pytest.fixture
def before() -> Iterator[MotoTable]:
    with MotoTable() as table:
        yield table


@pytest.fixture
def after() -> Iterator[MotoTable]:
    """A table that knows nothing: what a server that was killed comes back with."""
    with MotoTable() as table:
        yield table


def journal(path: Path, table: MotoTable) -> Journal:
    return Journal(path / "journal.jsonl", table.dynamodb, table.name)


def kept(path: Path, source: MotoTable) -> Table:
    """The table through a client whose writes are kept."""
    journal(path, source).keep()
    return Table(source.dynamodb, source.name)


def items(table: MotoTable) -> list[Any]:
    found = table.dynamodb.scan(TableName=table.name)["Items"]
    return sorted(found, key=lambda item: (item["pk"]["S"], item["sk"]["S"]))


def begin(table: Table) -> Match:
    """A table that was joined, and told of."""
    host = table.save(None, opened())
    match = table.save(host, matches.join(host, guest(), START + 60))
    table.record_message(CODE, 0, 7, match.version, 1)
    table.record_told(CODE, 1, match.version, 2)
    return match


def test_a_table_that_was_lost_is_brought_back(tmp_path: Path, before: MotoTable, after: MotoTable) -> None:
    match = begin(kept(tmp_path, before))
    journal(tmp_path, after).play_back()
    assert items(after) == items(before)
    assert Table(after.dynamodb, after.name).match(CODE) == match


def test_it_can_be_played_back_over_what_it_has_given_already(tmp_path: Path, before: MotoTable) -> None:
    begin(kept(tmp_path, before))
    saved = items(before)
    journal(tmp_path, before).play_back()
    assert items(before) == saved


def test_what_was_taken_out_stays_out(tmp_path: Path, before: MotoTable, after: MotoTable) -> None:
    table = kept(tmp_path, before)
    table.save(None, opened())
    journal(tmp_path, after).play_back()
    table.delete_trace(1, f"MATCH#{CODE}")
    assert not any(item["sk"]["S"].startswith("MATCH#") for item in items(before))
    journal(tmp_path, after).play_back()
    assert items(after) == items(before)


def test_a_refused_write_changes_nothing_in_it(tmp_path: Path, before: MotoTable, after: MotoTable) -> None:
    table = kept(tmp_path, before)
    match = begin(table)
    with pytest.raises(ConflictError):
        table.save(match.model_copy(update={"version": 1}), match.model_copy(update={"deadline": START}))
    journal(tmp_path, after).play_back()
    assert items(after) == items(before)


def test_a_line_that_a_crash_cut_short_costs_itself_alone(tmp_path: Path, before: MotoTable, after: MotoTable) -> None:
    match = begin(kept(tmp_path, before))
    with (tmp_path / "journal.jsonl").open("a") as file:
        file.write('["{\\"pk\\": {\\"S\\": \\"MATCH#7K')
    table = kept(tmp_path, before)
    table.record_told(CODE, 1, match.version + 1, 3)
    journal(tmp_path, after).play_back()
    assert items(after) == items(before)


def test_it_does_not_grow_from_start_to_start(tmp_path: Path, before: MotoTable) -> None:
    table = kept(tmp_path, before)
    match = begin(table)
    for told in range(20):
        table.record_told(CODE, 1, match.version + told, 3)
    path = tmp_path / "journal.jsonl"
    assert len(path.read_text().splitlines()) > 20
    journal(tmp_path, before).keep()
    assert len(path.read_text().splitlines()) == len(items(before))


def test_nobody_else_may_read_it_and_it_goes_when_all_is_saved(tmp_path: Path, before: MotoTable) -> None:
    begin(kept(tmp_path, before))
    path = tmp_path / "journal.jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    journal(tmp_path, before).forget()
    assert not path.exists()
    journal(tmp_path, before).play_back()
