"""Simultaneous moves from several processes, hundreds of times each, on the real DynamoDB Local: moto shows no races
(moto#4471 and moto#7166: its conditional writes are not safe between threads).

Whatever the order, a match has one history: each accepted move is one version, and lists and statistics agree with it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core import codes, view
from core import match as matches
from core.combinations import Combination
from core.match import Match, Status
from infra.items import Profile, match_item, membership_item
from infra.table import Table
from tests.infra import racers
from tests.infra.racers import KEY, NOW, Move, Outcome, Racers
from tests.infra.stores import START, Store, guest, host, opened, played

TRIALS = 20
FEWER = 10
ACCEPTED = None

pytestmark = pytest.mark.parametrize("client", ["dynamodb_local"], indirect=True)


def alice(trial: int) -> int:
    return 100 * trial + 101


def bob(trial: int) -> int:
    return 100 * trial + 102


def code(trial: int) -> str:
    return f"{trial:08d}"


def begun(trial: int) -> Match:
    table = opened(code(trial), host(alice(trial)))
    return matches.join(table, guest(bob(trial)), START + 60)


def stored(store: Store, *started: Match) -> list[Match]:
    """Put matches into the table as they are, and into their players' lists."""
    lists = [membership_item(match, seat) for match in started for seat in range(len(match.seats))]
    store.put(*(match_item(match) for match in started), *lists)
    return list(started)


def raced(
    running: Racers, table: Table, store: Store, before: list[Match], trials: list[list[Move]]
) -> Iterator[tuple[Match, Match, list[Outcome]]]:
    """Make the moves of each trial at once; give each match as it was, as it is, and how its moves went."""
    outcomes = running.race(store.name, trials)
    return zip(before, table.matches(match.code for match in before), outcomes, strict=True)


def profile(table: Table, user_id: int) -> Profile:
    return table.profile(user_id) or Profile(user_id=user_id)


def accepted(outcomes: list[Outcome]) -> int:
    return sum(outcome.refusal is ACCEPTED for outcome in outcomes)


def assert_counted_once(table: Table, match: Match) -> None:
    """The players' only ended match is in their statistics once, and in their lists of live ones no more."""
    for seat, player in enumerate(match.seats):
        counted = profile(table, player.user_id)
        results = {"won": counted.won, "drawn": counted.drawn, "lost": counted.lost}
        assert results == {**dict.fromkeys(results, 0), view.outcome(match, seat).value: 1}
        assert (counted.played, counted.points) == (1, view.totals(match, seat)[0])
        assert table.live_codes(player.user_id) == []


def test_both_picks_at_once_are_one_reveal(running: Racers, store: Store, table: Table) -> None:
    before = stored(store, *map(begun, range(TRIALS)))
    picks = (Combination.MAJOR_SUM, Combination.POKER)
    trials = [
        [racers.pick(alice(trial), code(trial), 1, picks[0]), racers.pick(bob(trial), code(trial), 1, picks[1])]
        for trial in range(TRIALS)
    ]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert accepted(outcomes) == 2
        assert after.version == match.version + 2
        assert after.revealed == 1
        assert tuple(seat.picked for seat in after.seats) == ((picks[0],), (picks[1],))


def test_a_change_counts_before_the_reveal_or_not_at_all(running: Racers, store: Store, table: Table) -> None:
    first, second = Combination.POKER, Combination.MAJOR_SUM
    waiting = [matches.pick(begun(trial), alice(trial), 1, first, 0, NOW) for trial in range(TRIALS)]
    before = stored(store, *waiting)
    trials = [
        [racers.pick(alice(trial), code(trial), 1, second, 1), racers.pick(bob(trial), code(trial), 1, first)]
        for trial in range(TRIALS)
    ]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert outcomes[1].refusal is ACCEPTED
        assert outcomes[0].refusal in (ACCEPTED, "round_over")
        assert after.seats[0].picked == ((second,) if outcomes[0].refusal is ACCEPTED else (first,))
        assert after.revealed == 1
        assert after.version == match.version + accepted(outcomes)


def test_two_taps_on_two_buttons_are_one_pick(running: Racers, store: Store, table: Table) -> None:
    before = stored(store, *map(begun, range(FEWER)))
    choices = (Combination.POKER, Combination.MAJOR_SUM)
    trials = [[racers.pick(alice(trial), code(trial), 1, choice) for choice in choices] for trial in range(FEWER)]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert sorted(str(outcome.refusal) for outcome in outcomes) == ["None", "other_pick_stands"]
        assert after.standing_pick(0) is choices[[outcome.refusal for outcome in outcomes].index(ACCEPTED)]
        assert after.version == match.version + 1


def test_one_tap_that_arrives_twice_is_one_pick(running: Racers, store: Store, table: Table) -> None:
    """python-telegram-bot#1069: some clients fire one press several times, with new ids."""
    before = stored(store, *map(begun, range(FEWER)))
    trials = [[racers.pick(alice(trial), code(trial), 1, Combination.POKER)] * 3 for trial in range(FEWER)]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert accepted(outcomes) == 3
        assert (after.version, after.seats[0].nth) == (match.version + 1, 1)


def test_of_three_who_join_one_table_one_sits_down(running: Racers, store: Store, table: Table) -> None:
    before = stored(store, *(opened(code(trial), host(alice(trial))) for trial in range(TRIALS)))
    trials = [[racers.join(alice(trial) + more, code(trial)) for more in (1, 2, 3)] for trial in range(TRIALS)]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert sorted(str(outcome.refusal) for outcome in outcomes) == ["None", "full", "full"]
        assert (after.status, after.version) == (Status.ACTIVE, match.version + 1)
        for more, outcome in enumerate(outcomes, start=1):
            joined = outcome.refusal is ACCEPTED
            user_id = match.seats[0].user_id + more
            assert (after.seat_of(user_id) == 1) is joined
            assert table.live_codes(user_id) == ([match.code] if joined else [])
            assert (table.profile(user_id) is not None) is joined


def test_two_who_ask_for_a_rematch_meet_in_one_match(running: Racers, store: Store, table: Table) -> None:
    ended = [matches.resign(begun(trial), alice(trial), START + 90) for trial in range(TRIALS)]
    before = stored(store, *ended)
    trials = [
        [racers.rematch(user_id, code(trial)) for user_id in (alice(trial), bob(trial))] for trial in range(TRIALS)
    ]
    outcomes = running.race(store.name, trials)
    wanted = [codes.derive(KEY, "rematch", match.code) for match in before]
    assert outcomes == [[Outcome(following)] * 2 for following in wanted]
    for trial, after in enumerate(table.matches(wanted)):
        assert (after.status, after.version, after.follows) == (Status.ACTIVE, 2, code(trial))
        assert {seat.user_id for seat in after.seats} == {alice(trial), bob(trial)}
        assert table.live_codes(alice(trial)) == table.live_codes(bob(trial)) == [wanted[trial]]


def test_a_table_is_joined_or_cancelled_and_never_both(running: Racers, store: Store, table: Table) -> None:
    before = stored(store, *(opened(code(trial), host(alice(trial))) for trial in range(TRIALS)))
    trials = [
        [racers.join(bob(trial), code(trial)), racers.cancel(alice(trial), code(trial))] for trial in range(TRIALS)
    ]
    for match, after, outcomes in raced(running, table, store, before, trials):
        joined = outcomes[0].refusal is ACCEPTED
        assert [outcome.refusal for outcome in outcomes] == (
            [ACCEPTED, "already_started"] if joined else ["cancelled", ACCEPTED]
        )
        assert after.status is (Status.ACTIVE if joined else Status.CANCELLED)
        assert after.version == match.version + 1
        for user_id in (match.seats[0].user_id, match.seats[0].user_id + 1):
            assert table.live_codes(user_id) == ([match.code] if joined else [])


def test_a_pick_counts_before_the_other_resigns_or_not_at_all(running: Racers, store: Store, table: Table) -> None:
    waiting = [matches.pick(begun(trial), alice(trial), 1, Combination.POKER, 0, NOW) for trial in range(TRIALS)]
    before = stored(store, *waiting)
    trials = [
        [racers.resign(alice(trial), code(trial)), racers.pick(bob(trial), code(trial), 1, Combination.MAJOR_SUM)]
        for trial in range(TRIALS)
    ]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert outcomes[0].refusal is ACCEPTED
        assert outcomes[1].refusal in (ACCEPTED, "ended")
        assert after.revealed == (outcomes[1].refusal is ACCEPTED)
        assert (after.status, after.ended_by) == (Status.RESIGNED, 0)
        assert after.version == match.version + accepted(outcomes)
        assert_counted_once(table, after)


def test_the_two_last_picks_end_a_match_once(running: Racers, store: Store, table: Table) -> None:
    before = stored(store, *(played(begun(trial), 15) for trial in range(TRIALS)))
    trials = [
        [racers.pick(match.seats[seat].user_id, match.code, 16, match.open_combinations(seat)[0]) for seat in (0, 1)]
        for match in before
    ]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert accepted(outcomes) == 2
        assert (after.status, after.version) == (Status.FINISHED, match.version + 2)
        assert_counted_once(table, after)


def test_two_who_resign_at_once_end_a_match_once(running: Racers, store: Store, table: Table) -> None:
    before = stored(store, *(played(begun(trial), 2) for trial in range(FEWER)))
    trials = [[racers.resign(seat.user_id, match.code) for seat in match.seats] for match in before]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert sorted(str(outcome.refusal) for outcome in outcomes) == ["None", "ended"]
        assert after.ended_by == [outcome.refusal for outcome in outcomes].index(ACCEPTED)
        assert after.version == match.version + 1
        assert_counted_once(table, after)


def test_a_pick_comes_before_the_deadline_or_not_at_all(running: Racers, store: Store, table: Table) -> None:
    waiting = [matches.pick(begun(trial), alice(trial), 1, Combination.POKER, 0, NOW) for trial in range(FEWER)]
    before = stored(store, *(match.model_copy(update={"deadline": NOW + 1, "due_at": NOW + 1}) for match in waiting))
    trials = [
        [racers.pick(bob(trial), code(trial), 1, Combination.MAJOR_SUM), racers.tick(code(trial), NOW + 1)]
        for trial in range(FEWER)
    ]
    for match, after, outcomes in raced(running, table, store, before, trials):
        assert outcomes[0].refusal in (ACCEPTED, "ended")
        assert after.version == match.version + 1
        if outcomes[0].refusal is ACCEPTED:
            assert (after.status, after.revealed) == (Status.ACTIVE, 1)
        else:
            assert (after.status, after.ended_by) == (Status.FORFEITED, 1)
            assert_counted_once(table, after)


def test_two_taps_on_new_are_one_invitation(running: Racers, store: Store, table: Table) -> None:
    trials = [[racers.new(alice(trial), update_id=2 * trial + more) for more in (1, 2)] for trial in range(FEWER)]
    for trial, outcomes in enumerate(running.race(store.name, trials)):
        assert table.live_codes(alice(trial)) == [outcomes[0].code]
        assert outcomes[0] == outcomes[1]
        assert profile(table, alice(trial)).invited_code == outcomes[0].code


def test_one_update_that_arrives_twice_opens_one_table(running: Racers, store: Store, table: Table) -> None:
    trials = [[racers.new(alice(trial), update_id=trial + 1)] * 3 for trial in range(FEWER)]
    for trial, outcomes in enumerate(running.race(store.name, trials)):
        assert outcomes == [Outcome(codes.derive(KEY, alice(trial), trial + 1, 0))] * 3
        assert table.live_codes(alice(trial)) == [outcomes[0].code]


def test_matches_of_the_same_players_that_end_at_once_are_all_counted(
    running: Racers, store: Store, table: Table
) -> None:
    played_at_once = [
        [begun(trial).model_copy(update={"code": f"{trial:07d}{more}"}) for more in range(3)] for trial in range(FEWER)
    ]
    stored(store, *(match for group in played_at_once for match in group))
    trials = [
        [racers.resign(alice(trial), match.code) for match in group] for trial, group in enumerate(played_at_once)
    ]
    for trial, outcomes in enumerate(running.race(store.name, trials)):
        assert accepted(outcomes) == 3
        mine, theirs = profile(table, alice(trial)), profile(table, bob(trial))
        assert (mine.played, mine.lost, theirs.played, theirs.won) == (3, 3, 3, 3)
        assert table.live_codes(alice(trial)) == table.live_codes(bob(trial)) == []
