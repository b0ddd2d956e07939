"""What a change of a match counts for."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from core.combinations import Combination
from core.match import DAY, ROUNDS, Match, cancel, mark_unreachable, resign, settle, tick
from handlers.chat.measuring import measure
from infra.metrics import Meter
from tests.core.builders import ALICE, BOB, NOW, joined, opened, picked, played

POKER, SIXES = Combination.POKER, Combination.SIXES
LOST = mark_unreachable(joined(), 1)
LAST = picked(played(ROUNDS - 1), ALICE, Combination.MAJOR_SUM)


@pytest.mark.parametrize(
    "before, after, counted",
    [
        (None, opened(), {}),
        (opened(), joined(), {"MatchesBegun": 1}),
        (None, joined(), {"MatchesBegun": 1}),
        (joined(), picked(joined(), ALICE, POKER), {"Picks": 1}),
        (picked(joined(), ALICE, POKER), picked(picked(joined(), ALICE, POKER), ALICE, SIXES), {"Picks": 1}),
        (joined(), tick(joined(), NOW + DAY * 9 // 10), {}),
        (joined(), LOST, {}),
        (LOST, cancel(LOST, ALICE, NOW), {"MatchesCalledOff": 1}),
        (joined(), resign(joined(), BOB, NOW), {"MatchesResigned": 1}),
        (joined(), settle(joined(), NOW + DAY), {"MatchesOutOfTime": 1}),
        (LAST, picked(LAST, BOB, Combination.MAJOR_SUM), {"MatchesFinished": 1, "Picks": 1}),
        (opened(), cancel(opened(), ALICE, NOW), {}),
        (opened(), settle(opened(), NOW + 8 * DAY), {}),
    ],
)
def test_a_change_counts_for_what_it_is(
    before: Match | None, after: Match, counted: dict[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "7776.metrics")
    meter = Meter()
    measure(meter, before, after)
    meter.write("seven", NOW)
    lines: list[dict[str, Any]] = [vars(record) for record in caplog.records]
    found = {name: value for line in lines for name, value in line.items() if name.startswith(("Matches", "Picks"))}
    assert found == counted
