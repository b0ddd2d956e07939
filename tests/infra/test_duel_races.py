"""Several who accept one challenge at the same moment, from processes of their own, on the real DynamoDB Local: one
match comes of it, with one guest, and nobody else's list or profile knows of it.
"""

from __future__ import annotations

from functools import partial

import pytest

from core import codes
from core.match import DAY, DEFAULT_PACE, INVITATION_LASTS, Match, Place, Refusal, Status
from handlers.chat import duels
from handlers.chat.tap import Accept, Sit
from handlers.chat.updates import User
from handlers.chat.world import World
from infra.posted_names import PostedName
from infra.table import Table
from tests.infra.racers import KEY, NOW, Move, Outcome, Racers
from tests.infra.stores import Store, host, opened

TRIALS = 12
UNTIL = NOW + INVITATION_LASTS

pytestmark = pytest.mark.parametrize("client", ["dynamodb_local"], indirect=True)


def alice(trial: int) -> int:
    return 100 * trial + 101


def others(trial: int) -> list[int]:
    return [100 * trial + 102, 100 * trial + 103, 100 * trial + 104]


def place(trial: int) -> Place:
    return Place(inline_message_id=f"message-{trial}")


def code(trial: int) -> str:
    return codes.derive(KEY, "duel", "inline", f"message-{trial}", 0)


def accept(world: World, user_id: int, trial: int) -> Match:
    mac = codes.mac(KEY, "challenge", "inline", alice(trial), DEFAULT_PACE, UNTIL)
    tap = Accept(DEFAULT_PACE, alice(trial), UNTIL, mac)
    return duels.accept(world, User(id=user_id), tap, place(trial))


def sit(world: World, user_id: int, trial: int) -> Match:
    return duels.sit(world, User(id=user_id), Sit(f"{trial:08d}"), place(trial))


def accepting(user_id: int, trial: int) -> Move:
    return partial(accept, user_id=user_id, trial=trial)


def sitting(user_id: int, trial: int) -> Move:
    return partial(sit, user_id=user_id, trial=trial)


def post(table: Table) -> None:
    for trial in range(TRIALS):
        table.keep_posted_name(alice(trial), PostedName(name="Alice", language="en", expires_at=UNTIL + DAY))


def assert_one_guest(table: Table, match: Match, candidates: list[int], outcomes: list[Outcome]) -> None:
    assert match.status is Status.ACTIVE
    guest = match.seats[1].user_id
    by_user = dict(zip(candidates, outcomes, strict=True))
    assert by_user.pop(guest).refusal is None
    assert {outcome.refusal for outcome in by_user.values()} <= {Refusal.FULL}
    assert table.live_codes(guest) == table.live_codes(match.seats[0].user_id) == [match.code]
    for user_id in by_user:
        assert table.live_codes(user_id) == []
        assert table.profile(user_id) is None


def test_of_three_who_accept_at_once_one_plays(running: Racers, store: Store, table: Table) -> None:
    post(table)
    trials = [[accepting(user_id, trial) for user_id in others(trial)] for trial in range(TRIALS)]
    outcomes = running.race(store.name, trials)
    matches = table.matches(code(trial) for trial in range(TRIALS))
    for trial, (match, how) in enumerate(zip(matches, outcomes, strict=True)):
        assert match.version == 1
        assert_one_guest(table, match, others(trial), how)


def test_one_tap_that_comes_three_times_at_once_is_one_match(running: Racers, store: Store, table: Table) -> None:
    post(table)
    trials = [[accepting(others(trial)[0], trial)] * 3 for trial in range(TRIALS)]
    for trial, how in enumerate(running.race(store.name, trials)):
        assert how == [Outcome(code(trial))] * 3


def test_of_three_who_sit_down_at_a_posted_table_one_plays(running: Racers, store: Store, table: Table) -> None:
    for trial in range(TRIALS):
        table.save(None, opened(f"{trial:08d}", host(alice(trial)), NOW))
    trials = [[sitting(user_id, trial) for user_id in others(trial)] for trial in range(TRIALS)]
    outcomes = running.race(store.name, trials)
    matches = table.matches(f"{trial:08d}" for trial in range(TRIALS))
    for trial, (match, how) in enumerate(zip(matches, outcomes, strict=True)):
        assert match.duel == place(trial)
        assert_one_guest(table, match, others(trial), how)
