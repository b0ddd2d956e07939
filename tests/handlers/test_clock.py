"""The clock: late, missed, overlapping, cut short or in trouble, it ends each match once and none early."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from core import codes
from core.combinations import Combination
from core.match import DAY, Match, Status, pick
from handlers import clock
from handlers.chat.world import FlowRefusedError, change_in
from handlers.clock import LEFT_FOR_THE_LAST_MS, ClockError
from infra.items import match_item, membership_item
from infra.table import Table
from tests.handlers.memory_table import MemoryTable
from tests.handlers.updates import tapped, typed, user
from tests.handlers.webhooks import Webhook
from tests.infra.stores import START, Store, begun, guest, host, patient_client

ALICE, BOB = user(1001), user(1002, "Bob")


@dataclass
class Remaining:
    """Lambda's context: `turns` matches may begin before the time is nearly up."""

    turns: int = 1_000_000

    def get_remaining_time_in_millis(self) -> int:
        self.turns -= 1
        return LEFT_FOR_THE_LAST_MS + 1 if self.turns >= 0 else LEFT_FOR_THE_LAST_MS


def run(table: Table, at: int, turns: int = 1_000_000, side_by_side: int = 1) -> dict[str, int]:
    return clock.build(table, lambda: at, side_by_side)({}, Remaining(turns))


def waiting(number: int) -> Match:
    """A match in which Alice has picked and Bob has not."""
    match = begun(codes.derive(b"clock", number), host(10 * number + 1), guest(10 * number + 2))
    return pick(match, match.seats[0].user_id, 1, Combination.POKER, 0, START + 60)


def stored(store: Store | MemoryTable, count: int, make: Callable[[int], Match] = waiting) -> list[Match]:
    matches = [make(number) for number in range(count)]
    lists = [membership_item(match, seat) for match in matches for seat in range(len(match.seats))]
    store.put(*map(match_item, matches), *lists)
    return matches


def present(table: Table, matches: list[Match]) -> list[Match]:
    return table.matches(match.code for match in matches)


def a_match(webhook: Webhook) -> str:
    webhook.send(typed(ALICE, "/new"))
    code = webhook.only_match().code
    webhook.send(typed(BOB, f"/start {code}"))
    webhook.send(tapped(ALICE, f"pick:{code}:1:poker:0"))
    return code


@pytest.mark.parametrize("late_by", [0, 1, 59, 3 * DAY])
def test_a_late_clock_lets_no_late_pick_through(webhook: Webhook, late_by: int) -> None:
    code = a_match(webhook)
    deadline = webhook.only_match().deadline or 0
    webhook.now = deadline + late_by
    assert "ended" in webhook.send(tapped(BOB, f"pick:{code}:1:poker:0"))["text"]
    run(webhook.table, webhook.now)
    match = webhook.only_match()
    assert (match.status, match.ended_by, match.revealed) == (Status.FORFEITED, 1, 0)
    profiles = [webhook.table.profile(player["id"]) for player in (ALICE, BOB)]
    assert [(one.played, one.won, one.lost) for one in profiles if one] == [(1, 1, 0), (1, 0, 1)]


def test_a_pick_in_the_last_second_counts_whatever_the_clock_does(webhook: Webhook) -> None:
    code = a_match(webhook)
    webhook.now = (webhook.only_match().deadline or 0) - 1
    run(webhook.table, webhook.now)
    webhook.send(tapped(BOB, f"pick:{code}:1:poker:0"))
    run(webhook.table, webhook.now + 1)
    assert (webhook.only_match().status, webhook.only_match().revealed) == (Status.ACTIVE, 1)


def test_runs_that_were_missed_are_made_good_without_a_reminder_that_comes_too_late(webhook: Webhook) -> None:
    a_match(webhook)
    version = webhook.only_match().version
    assert run(webhook.table, webhook.now + 3 * DAY) == {"due": 1, "left": 0}
    assert (webhook.only_match().status, webhook.only_match().version) == (Status.FORFEITED, version + 1)


def test_a_run_after_another_finds_nothing_to_do(webhook: Webhook) -> None:
    a_match(webhook)
    at = (webhook.only_match().due_at or 0) + 5
    assert run(webhook.table, at)["due"] == 1
    reminded = webhook.only_match()
    assert reminded.is_reminded
    assert run(webhook.table, at) == {"due": 0, "left": 0}
    assert webhook.only_match() == reminded


def test_a_run_that_has_no_time_left_begins_no_further_match_and_the_next_one_ends_them(webhook: Webhook) -> None:
    matches = stored(webhook.store, 5)
    at = START + 2 * DAY
    assert run(webhook.table, at, turns=2) == {"due": 5, "left": 3}
    assert sum(match.is_over for match in present(webhook.table, matches)) == 2
    assert run(webhook.table, at + 60) == {"due": 3, "left": 0}
    assert all(match.status is Status.FORFEITED for match in present(webhook.table, matches))


def test_short_runs_leave_out_other_matches_each_minute(webhook: Webhook) -> None:
    matches = stored(webhook.store, 40)
    first = [next(webhook.table.due(START + 2 * DAY + 60 * minute)) for minute in range(16)]
    assert len(set(first)) > len(matches) / 5


def test_a_match_that_cannot_be_read_keeps_no_other_waiting(webhook: Webhook, caplog: pytest.LogCaptureFixture) -> None:
    matches = stored(webhook.store, 4)
    webhook.store.put(match_item(matches[1]) | {"format": {"N": "99"}})
    assert run(webhook.table, START + 2 * DAY) == {"due": 4, "left": 0}
    assert sum(match.is_over for match in present(webhook.table, matches)) == 3
    [line] = [line for line in caplog.records if line.getMessage() == "tick_failed"]
    assert vars(line)["reason"] == f"MATCH#{matches[1].code} MATCH has format 99"


def test_a_table_that_fails_for_some_is_told_once_the_others_are_done(webhook: Webhook) -> None:
    ending = stored(webhook.store, 2)
    reminding = pick(begun("0000000H", host(901), guest(902)), 901, 1, Combination.POKER, 0, START)
    webhook.store.put(match_item(reminding.model_copy(update={"deadline": START + 3 * DAY})))
    with (
        webhook.store.refusing("ProvisionedThroughputExceededException", "TransactWriteItems"),
        pytest.raises(ClockError, match="2 of 3"),
    ):
        run(webhook.table, START + 2 * DAY)
    [reminded] = present(webhook.table, [reminding])
    assert reminded.is_reminded
    assert run(webhook.table, START + 2 * DAY + 60) == {"due": 2, "left": 0}
    assert all(match.is_over for match in present(webhook.table, ending))


def test_a_due_match_costs_one_read_and_one_write_and_what_it_is_counted_into(webhook: Webhook) -> None:
    stored(webhook.store, 10)
    with webhook.store.counting() as calls:
        run(webhook.table, START + 2 * DAY)
    assert dict(calls) == {"Query": 16, "GetItem": 10, "BatchGetItem": 10, "TransactWriteItems": 10}


def test_two_clocks_at_once_end_and_count_each_match_once(dynamodb_local: str) -> None:
    store = Store(patient_client(dynamodb_local))
    matches = stored(store, 40)
    gate = threading.Barrier(2)

    def overlapping(_: int) -> dict[str, int]:
        table = Table(patient_client(dynamodb_local), store.name)
        gate.wait(30)
        return run(table, START + 2 * DAY, side_by_side=4)

    with ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(overlapping, range(2)))
    table = Table(store.client, store.name)
    assert [one["left"] for one in runs] == [0, 0]
    for before, after in zip(matches, present(table, matches), strict=True):
        assert (after.status, after.version) == (Status.FORFEITED, before.version + 1)
        assert [_counted(table, seat.user_id) for seat in after.seats] == [(1, 1, 0), (1, 0, 1)]


def test_a_clock_beside_the_last_picks_ends_or_reveals_each_match_once(dynamodb_local: str) -> None:
    """A pick that races the clock at the deadline: the pick's own time decides, and nothing is half done."""
    store = Store(patient_client(dynamodb_local))
    matches = stored(store, 30)
    deadline = matches[0].deadline or 0
    gate = threading.Barrier(2)

    def picking() -> None:
        table = Table(patient_client(dynamodb_local), store.name)
        gate.wait(30)
        for match in matches:
            _pick(table, match.code, match.seats[1].user_id, deadline - 1)

    def ticking() -> None:
        gate.wait(30)
        run(Table(patient_client(dynamodb_local), store.name), deadline, side_by_side=4)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(picking), pool.submit(ticking)]:
            done.result()
    for before, after in zip(matches, present(Table(store.client, store.name), matches), strict=True):
        assert after.version == before.version + 1
        assert (after.status, after.revealed) in ((Status.FORFEITED, 0), (Status.ACTIVE, 1))


def _pick(table: Table, code: str, user_id: int, now: int) -> None:
    """Pick, unless the clock was faster."""
    with contextlib.suppress(FlowRefusedError):
        change_in(table, code, now, lambda match: pick(match, user_id, 1, Combination.POKER, 0, now))


def _counted(table: Table, user_id: int) -> Any:
    profile = table.profile(user_id)
    return profile and (profile.played, profile.won, profile.lost)
