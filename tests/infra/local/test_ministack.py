"""The local database as a process: what is written stays, whoever is killed, and nobody else gets in."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from core import match as matches
from core.match import Match
from infra.local.database import Database, DatabaseError, Endpoint
from infra.local.ministack import ministack
from infra.table import Table
from tests.infra.stores import CODE, START, guest, opened, played

NAME = "7776-1"


def table(database: Database) -> Table:
    return Table(database.dynamodb, NAME)


def stored(folder: Path) -> Match | None:
    with ministack(folder, NAME) as local:
        return table(local.database).match(CODE)


@pytest.mark.real("ministack")
def test_what_was_written_outlives_a_killed_server_and_a_stop(tmp_path: Path) -> None:
    with ministack(tmp_path, NAME) as local:
        host = table(local.database).save(None, opened())
        match = table(local.database).save(host, matches.join(host, guest(), START + 60))
        local.process.kill()
    with ministack(tmp_path, NAME) as local:
        assert table(local.database).match(CODE) == match
        match = table(local.database).save(match, played(match, 3))
        assert table(local.database).live_codes(match.seats[1].user_id) == [CODE]
    assert not (tmp_path / "journal.jsonl").exists()
    assert stored(tmp_path) == match


@pytest.mark.real("ministack")
def test_it_serves_one_bot_alone(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    with ministack(folder, NAME) as local:
        url = local.database.dynamodb.meta.endpoint_url
        assert url.startswith("http://127.0.0.1:")
        assert httpx.post(f"{url}/_ministack/reset", trust_env=False).status_code == 403
        with pytest.raises(DatabaseError):
            Endpoint(url, "stranger").open(NAME)
        second = ministack(folder, NAME, alone_within_s=0.1)
        with pytest.raises(DatabaseError, match="Another bot on this machine"):
            second.__enter__()
        assert folder.stat().st_mode & 0o077 == 0


def test_without_ministack_it_says_how_to_come_by_it(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="make bot"), ministack(tmp_path, NAME, python=tmp_path / "none"):
        pass
