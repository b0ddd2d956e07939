"""The checker is checked: by real runs with one deliberate fault each, and by transcripts that were tampered with."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from tests.soak import faults, verdict
from tests.soak.checker import check
from tests.soak.soaks import Outcome, soak

SHORT: Final = {"matches": 4, "stops_in": 4, "workers": 4, "seed": 1}
NOT_IN_A_FLOOD: Final = ("kill", "kill_at_send", "kill_at_queue", "throttle", "fault", "block", "jump")
FLOOD: Final = json.dumps({"flood": 0.06, **dict.fromkeys(NOT_IN_A_FLOOD, 0)})
NOTICED: Final = {
    faults.UNCONDITIONAL: {verdict.LOST_PICKS},
    faults.UNTOLD: {verdict.DUPLICATES},
    faults.SWALLOWED: {verdict.UNREVEALED, verdict.UNENDED},  # whichever message was lost
    faults.WRONG_SEAT: {verdict.EARLY},
    faults.APART: {verdict.WRONG_STATISTICS},
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
    return events_of(outcomes[None])


def events_of(outcome: Outcome) -> list[Event]:
    return [json.loads(line) for line in outcome.transcript.read_text().splitlines()]


@pytest.mark.parametrize("fault", faults.FAULTS)
def test_a_deliberate_fault_is_noticed(outcomes: dict[str | None, Outcome], fault: str) -> None:
    assert NOTICED[fault] & outcomes[fault].broken.keys(), outcomes[fault].printed
    assert outcomes[fault].exit_code == 1
    assert f"SEED={SHORT['seed']}" in outcomes[fault].printed


def test_a_run_without_a_fault_breaks_no_promise(outcomes: dict[str | None, Outcome]) -> None:
    assert outcomes[None].broken == {}
    assert outcomes[None].exit_code == 0
    assert outcomes[None].verdict["seen"]["matches played"] == SHORT["matches"]


def test_a_seed_brings_the_same_matches_dice_and_picks_again(outcomes: dict[str | None, Outcome]) -> None:
    once, again = (events_of(outcomes[fault]) for fault in (None, faults.APART))
    assert len(seals(once)) == SHORT["matches"]
    assert seals(once) == seals(again)
    assert len(picks(once)) == 2 * SHORT["matches"]
    assert picks(once) == picks(again)


def seals(events: list[Event]) -> set[tuple[str, ...]]:
    """Each table's seal, which is its secret's."""
    texts = [event["text"] for event in events if "table is open" in event.get("text", "")]
    return {tuple(re.findall("[0-9a-f]{64}", text)) for text in texts}


def picks(events: list[Event]) -> dict[tuple[int, str], list[str]]:
    """What was tapped in each chat and match before the round that it stops in, and what instead. Whether a pick that
    was changed counts depends on who was faster, and with it what is left to pick; so to the first of those only.
    """
    found: dict[tuple[int, str], dict[str, None]] = defaultdict(dict)
    for event in events:
        kind, code, *pick = event["data"].split(":") if event["kind"] == "tap" else ("", "")
        if kind == "pick" and int(pick[0]) < SHORT["stops_in"]:
            found[event["chat"], code][":".join(pick)] = None  # one that was not answered is tapped again
    return {seat: to_the_first_change(list(tapped)) for seat, tapped in found.items()}


def to_the_first_change(tapped: list[str]) -> list[str]:
    changes = [place for place, pick in enumerate(tapped) if pick.endswith(":1")]
    return tapped[: changes[0] + 1] if changes else tapped


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


def lose_the_first_reveals_of_one_who_had_blocked(events: list[Event]) -> None:
    """All that is told of that chat besides is as it was."""
    first, second, *_ = reveals_of_one_chat(events)
    chat = events[first]["chat"]
    del events[second]
    events[first : first + 1] = [
        {"kind": "fault", "chat": chat, "what": "block", "method": "sendMessage"},
        {"kind": "typed", "chat": chat, "text": "/matches"},
    ]


def lose_reveals_and_count_another_pick(events: list[Event]) -> None:
    """Of a chat that was not told all, the rest is judged all the same."""
    chat = events[reveals_of_one_chat(events)[0]]["chat"]
    lose_the_first_reveals_of_one_who_had_blocked(events)
    for event in events:
        if event["kind"] == "tap" and event["chat"] == chat and ":3:" in event["data"]:
            event["data"] = event["data"].rsplit(":", 2)[0] + ":none:0"


def repeat_a_reveal_after(trouble: str) -> Callable[[list[Event]], None]:
    """As if it had been sent again for a trouble in which nothing had arrived."""

    def tamper(events: list[Event]) -> None:
        place = reveals_of_one_chat(events)[1]
        fault = {"kind": "fault", "chat": events[place]["chat"], "what": trouble, "method": "sendMessage"}
        events[place:place] = [fault, events[place]]

    tamper.__name__ = f"repeat_a_reveal_after_{trouble}"
    return tamper


def repeat_another_reveal_than_arrived(events: list[Event]) -> None:
    """Who does not hear that one message has arrived may send that again, and no other."""
    first, second, *_ = reveals_of_one_chat(events)
    fault = {"kind": "fault", "chat": events[first]["chat"], "what": "lost_after", "method": "sendMessage"}
    events.insert(second, events[second])
    events.insert(first, fault)


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
        (lose_the_first_reveals_of_one_who_had_blocked, verdict.UNREVEALED),
        (lose_reveals_and_count_another_pick, verdict.LOST_PICKS),
        (repeat_a_reveal, verdict.DUPLICATES),
        *((repeat_a_reveal_after(trouble), verdict.DUPLICATES) for trouble in ("flood", "fault", "lost_before")),
        (repeat_another_reveal_than_arrived, verdict.DUPLICATES),
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
