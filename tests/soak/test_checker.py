"""The checker is checked: by real runs with one deliberate fault each, and by transcripts that were tampered with."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from tests.soak import faults, verdict
from tests.soak.checker import check
from tests.soak.soaks import Outcome, soak

SHORT: Final = {"matches": 4, "stops_in": 4, "workers": 4, "seed": 1}
FLOOD: Final = json.dumps({"flood": 0.06, **dict.fromkeys(("kill", "throttle", "fault", "block", "jump"), 0)})
NOTICED: Final = {
    faults.UNCONDITIONAL: verdict.LOST_PICKS,
    faults.UNTOLD: verdict.DUPLICATES,
    faults.SWALLOWED: verdict.UNREVEALED,
    faults.WRONG_SEAT: verdict.EARLY,
    faults.APART: verdict.WRONG_STATISTICS,
}
Event = dict[str, Any]


@pytest.fixture(scope="module")
def outcomes(dynamodb_local: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str | None, Outcome]:
    """One run for each fault and one without, all of the same few matches, side by side."""

    def run(fault: str | None) -> Outcome:
        own: dict[str, object] = {"calm": True}
        if fault == faults.SWALLOWED:
            own = {"rates": FLOOD, "matches": 6, "stops_in": 6}
        own |= {"fault": fault} if fault else {}
        return soak(tmp_path_factory.mktemp("soak"), dynamodb_local, **SHORT | own)

    wanted = [None, *faults.FAULTS]
    with ThreadPoolExecutor(3) as pool:
        return dict(zip(wanted, pool.map(run, wanted), strict=True))


@pytest.fixture
def events(outcomes: dict[str | None, Outcome]) -> list[Event]:
    """The transcript of the run without a fault."""
    return [json.loads(line) for line in outcomes[None].transcript.read_text().splitlines()]


@pytest.mark.parametrize("fault", faults.FAULTS)
def test_a_deliberate_fault_is_noticed(outcomes: dict[str | None, Outcome], fault: str) -> None:
    assert NOTICED[fault] in outcomes[fault].broken, outcomes[fault].printed
    assert outcomes[fault].exit_code == 1
    assert f"SEED={SHORT['seed']}" in outcomes[fault].printed


def test_a_run_without_a_fault_breaks_no_promise(outcomes: dict[str | None, Outcome]) -> None:
    assert outcomes[None].broken == {}
    assert outcomes[None].exit_code == 0


def test_a_seed_brings_the_same_matches_and_dice_again(outcomes: dict[str | None, Outcome]) -> None:
    def invitations(outcome: Outcome) -> set[tuple[str, ...]]:
        """Each table's seal, which is its secret's."""
        events = map(json.loads, outcome.transcript.read_text().splitlines())
        texts = [event["text"] for event in events if "table is open" in event.get("text", "")]
        return {tuple(re.findall("[0-9a-f]{64}", text)) for text in texts}

    assert len(invitations(outcomes[None])) == SHORT["matches"]
    assert invitations(outcomes[None]) == invitations(outcomes[faults.APART])


def is_reveal(event: Event) -> bool:
    return event["kind"] == "post" and "All ten" in event["text"]


def reveals_of_one_chat(events: list[Event]) -> list[int]:
    chat = next(event["chat"] for event in events if is_reveal(event))
    return [place for place, event in enumerate(events) if event["chat"] == chat and is_reveal(event)]


def lose_a_reveal(events: list[Event]) -> None:
    del events[reveals_of_one_chat(events)[1]]


def repeat_a_reveal(events: list[Event]) -> None:
    place = reveals_of_one_chat(events)[1]
    events.insert(place, events[place])


def swap_two_reveals(events: list[Event]) -> None:
    first, second, *_ = reveals_of_one_chat(events)
    events[first], events[second] = events[second], events[first]


def change_points(events: list[Event]) -> None:
    event = events[reveals_of_one_chat(events)[0]]
    event["text"] = event["text"].replace("✗ −10", "✗ −11").replace("✓ +", "✓ +1").replace("✗ −70", "✗ −71")


def change_dice(events: list[Event]) -> None:
    event = next(event for event in events if event["kind"] == "post" and "Your dice" in event["text"])
    event["text"] = event["text"].partition("Your dice")[0] + "Your dice  ⚀⚀⚀⚀⚀  1 1 1 1 1"


def reveal_without_a_pick(events: list[Event]) -> None:
    chat = next(event["chat"] for event in events if event["kind"] == "tap")
    events[:] = [event for event in events if event["chat"] != chat or event["kind"] not in ("tap", "toast")]


def reveal_another_pick(events: list[Event]) -> None:
    for event in events:
        if event["kind"] == "tap" and ":1:" in event["data"]:
            event["data"] = event["data"].rsplit(":", 2)[0] + ":none:0"


def end_nowhere(events: list[Event]) -> None:
    place = next(place for place, event in enumerate(events) if "resigned" in event.get("text", ""))
    events[:] = [
        event for event in events if event["chat"] != events[place]["chat"] or "resigned" not in event.get("text", "")
    ]


def end_in_two_ways(events: list[Event]) -> None:
    event = next(event for event in events if "You resigned" in event.get("text", ""))
    event["text"] = event["text"].replace("You resigned", "🏆 Somebody resigned. You win!")


def count_a_match_twice(events: list[Event]) -> None:
    event = next(event for event in events if "played, average" in event.get("text", ""))
    event["text"] = event["text"].replace("· 1 played", "· 2 played")


@pytest.mark.parametrize(
    "tamper, promise",
    [
        (lose_a_reveal, verdict.UNREVEALED),
        (repeat_a_reveal, verdict.DUPLICATES),
        (swap_two_reveals, verdict.DISORDER),
        (change_points, verdict.WRONG),
        (change_dice, verdict.WRONG),
        (reveal_without_a_pick, verdict.EARLY),
        (reveal_another_pick, verdict.LOST_PICKS),
        (end_nowhere, verdict.UNENDED),
        (end_in_two_ways, verdict.WRONG),
        (count_a_match_twice, verdict.WRONG_STATISTICS),
    ],
)
def test_a_transcript_that_breaks_a_promise_is_noticed(
    events: list[Event], tamper: Callable[[list[Event]], None], promise: str
) -> None:
    tamper(events)
    assert check([json.dumps(event) for event in events]).broken[promise]


def test_the_checker_shares_no_code_with_the_product() -> None:
    show = "import sys, tests.soak.checker; print(*sys.modules)"
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", show], cwd=root, capture_output=True, text=True, check=True)
    assert not {name.split(".")[0] for name in run.stdout.split()} & {"core", "infra", "handlers"}
