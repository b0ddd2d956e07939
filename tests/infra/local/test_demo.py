"""The demo: one whole match in two columns, to its end."""

from __future__ import annotations

import re

import pytest

from infra.local import demo
from infra.local.terminal import width


def test_the_demo_plays_a_whole_match_side_by_side(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "84")
    assert demo.main(["--fast", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"Alice +│ Bob", lines[0])
    assert max(map(width, lines)) <= 84
    told = "\n".join(lines)
    for match_round in range(1, 17):
        assert len(re.findall(rf"ound {match_round} of 16", told)) >= 2
    assert "[Minor Straight] [Major Straight]" in told
    assert "» You picked" in told
    assert lines[-2].startswith("Alice: ")
    assert lines[-1].startswith("Bob: ")
    mine, theirs = (re.findall(r"−?\d+", line) for line in lines[-2:])
    assert mine == theirs[::-1]
