"""A short soak. `make soak` runs a long one."""

from __future__ import annotations

import json
from typing import Final

import pytest

from tests.soak.soaks import Outcome, soak

MATCHES: Final = 60
PEOPLE: Final = 60  # each plays two matches at once
SEED: Final = 7776
RATES: Final = {
    "kill": 0.0008,
    "kill_at_send": 0.002,
    "kill_at_queue": 0.1,
    "block": 0.002,
    "slow_before": 0.002,
    "slow_after": 0.002,
    "visit_twice": 0.3,
    "jump": 0.5,
}
"""So many deaths as elsewhere, but more of them at the few sends; and of what is rare, enough for each to occur."""
TROUBLES: Final = (
    "updates twice",
    "updates late",
    "taps pressed twice",
    "kills before the table",
    "kills after the table",
    "kills before the Bot API",
    "kills after the Bot API",
    "calls: flood",
    "calls: fault",
    "calls: block",
    "calls: lost_before",
    "calls: lost_after",
    "calls: slow_before",
    "calls: slow_after",
    "batches late",
    "batches twice",
    "visits twice",
    "jumps of the clock amid play",
    "calls of the table throttled",
)


@pytest.fixture(scope="module")
def outcome(dynamodb_local: str, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    folder = tmp_path_factory.mktemp("soak")
    return soak(folder, dynamodb_local, matches=MATCHES, people=PEOPLE, workers=12, seed=SEED, rates=json.dumps(RATES))


def test_matches_at_once_in_chaos_keep_every_promise(outcome: Outcome) -> None:
    print(outcome.printed)
    assert outcome.broken == {}, outcome.printed
    assert outcome.exit_code == 0
    seen = outcome.verdict["seen"]
    assert seen["matches"] >= MATCHES
    assert seen["statistics compared"] == PEOPLE
    assert seen["ended: won"] > MATCHES / 3


@pytest.mark.parametrize("trouble", TROUBLES)
def test_every_trouble_has_come(outcome: Outcome, trouble: str) -> None:
    assert outcome.verdict["troubles"].get(trouble, 0) > 0, outcome.printed


def test_a_worker_has_died_at_the_queue(outcome: Outcome) -> None:
    """Before or after: so few matches call it too seldom for both."""
    troubles = outcome.verdict["troubles"]
    assert troubles.get("kills before the queue", 0) + troubles.get("kills after the queue", 0) > 0, outcome.printed
