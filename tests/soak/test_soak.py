"""A short soak. `make soak` runs a long one."""

from __future__ import annotations

from pathlib import Path

from tests.soak.soaks import soak

MATCHES = 60
PEOPLE = 60  # each plays two matches at once


def test_matches_at_once_in_chaos_keep_every_promise(dynamodb_local: str, tmp_path: Path) -> None:
    outcome = soak(tmp_path, dynamodb_local, matches=MATCHES, people=PEOPLE)
    print(outcome.printed)
    assert outcome.broken == {}, outcome.printed
    assert outcome.exit_code == 0
    seen = outcome.verdict["seen"]
    assert seen["matches"] >= MATCHES
    assert seen["statistics compared"] == PEOPLE
    assert seen["ended: won"] > MATCHES / 2
