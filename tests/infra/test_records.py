"""What an ended match makes of what is kept of its players, whatever else of theirs ends meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from core import match as matches
from core import solo
from core.combinations import ORDER
from core.levels import Level
from core.match import DAY, Match, Seat, Status
from core.rating import PERIOD, Rating, aged, rated
from core.review import judged
from core.view import Outcome, outcome, totals, view
from infra.attributes import Attributes, marshal
from infra.histories import MOST_PAST
from infra.items import Profile, membership_item
from infra.keys import opponent_key, past_key, profile_key
from infra.reading import FormatError
from infra.records import LATEST, Opponent
from infra.table import ConflictError, Table
from tests.infra.stores import CODE, START, Store, begun, host, played

SCORES = {Outcome.WON: 1.0, Outcome.DRAWN: 0.5, Outcome.LOST: 0.0}


def profile(table: Table, user_id: int) -> Profile:
    return table.profile(user_id) or Profile(user_id=user_id)


def started(table: Table, number: int = 0, secret: int = 7) -> Match:
    """A match of Alice, 1, and Bob, 2, with its last pick to come."""
    match = begun(f"{number:08}").model_copy(update={"secret": bytes([secret] * 32), "created_at": START + 10 * number})
    return table.save(None, played(match, 15))


def ended(table: Table, match: Match, at: int = START) -> Match:
    for user_id in (1, 2):
        seat = match.seat_of(user_id)
        assert seat is not None
        match = matches.pick(match, user_id, 16, match.open_combinations(seat)[0], 0, at)
    return match


def play(table: Table, number: int = 0, secret: int = 7, at: int = START) -> Match:
    match = started(table, number, secret)
    return table.save(match, ended(table, match, at))


def test_two_newcomers_are_rated_by_their_first_match(table: Table) -> None:
    match = play(table)
    for seat in (0, 1):
        after = rated(Rating(), [(Rating(), SCORES[outcome(match, seat)])], periods=0)
        kept = profile(table, match.seats[seat].user_id)
        assert kept.rated().rating == pytest.approx(after.rating, abs=0.001)
        assert kept.rated().deviation == pytest.approx(after.deviation, abs=0.001)
        assert kept.rated_at == START
        assert match.tally is not None
        assert match.tally.ratings[seat] == round(after.rating) == 1500 + match.tally.changes[seat]


def test_a_later_match_is_rated_from_what_both_are_by_then_the_time_between_included(table: Table) -> None:
    play(table, 1)
    before = [profile(table, user_id).rated() for user_id in (1, 2)]
    match = play(table, 2, secret=8, at=START + 3 * PERIOD)
    met = [aged(one, 3) for one in before]
    for seat in (0, 1):
        after = rated(before[seat], [(met[1 - seat], SCORES[outcome(match, seat)])], periods=3)
        assert profile(table, seat + 1).rated().rating == pytest.approx(after.rating, abs=0.002)
        assert profile(table, seat + 1).rated().deviation == pytest.approx(after.deviation, abs=0.002)


def test_resigning_and_running_out_of_time_are_rated_as_losses(table: Table) -> None:
    resigned = started(table, 1)
    resigned = table.save(resigned, matches.resign(resigned, 1, START))
    waiting = matches.pick(started(table, 2), 1, 16, ORDER[-1], 0, START)
    assert resigned.tally is not None
    assert resigned.tally.changes[0] < 0 < resigned.tally.changes[1]
    late = table.save(table.match(waiting.code), waiting)
    late = table.save(late, matches.settle(late, START + 9 * DAY))
    assert late.status is Status.FORFEITED
    assert late.tally is not None
    assert late.tally.changes[1] < 0 < late.tally.changes[0]


def test_a_match_that_nobody_wins_is_not_counted(table: Table) -> None:
    match = started(table)
    after = table.save(match, matches.settle(match, START + 9 * DAY))
    assert after.status is Status.ABANDONED
    assert after.tally is None
    assert (table.opponents(1), profile(table, 1).rated_at) == ([], None)


def test_the_house_and_challenges_rate_nobody(table: Table) -> None:
    original = play(table)
    rating = profile(table, 1).rating
    house = table.save(None, solo.begin("0000000G", bytes(32), host(), Level.BEST, "House", START + 60))
    challenge = solo.begin_challenge(original, 0, "0000000H", Seat(user_id=3, name="Carol"), "Bob", START)
    for before, user_id in ((house, 1), (table.save(None, challenge), 3)):
        after = table.save(before, matches.resign(before, user_id, START))
        assert after.tally is None
    assert profile(table, 1).rating == rating
    assert table.profile(3) == Profile(user_id=3, name="Carol")
    assert [met.user_id for met in table.opponents(1)] == [2]


def test_how_two_stand_is_kept_from_both_sides_under_the_code_of_their_first_match(table: Table) -> None:
    first, second = play(table, 1), play(table, 2, secret=8, at=START + 50)
    for seat, other in ((0, 1), (1, 0)):
        [met] = table.opponents(seat + 1)
        results = [outcome(match, seat).value for match in (first, second)]
        assert met == Opponent(
            user_id=other + 1,
            code=first.code,
            name=first.seats[other].name,
            played=2,
            won=results.count("won"),
            drawn=results.count("drawn"),
            lost=results.count("lost"),
            points=sum(totals(match, seat)[0] for match in (first, second)),
            their_points=sum(totals(match, seat)[1] for match in (first, second)),
            last_at=START + 50,
        )
        assert second.tally is not None
        assert (second.tally.won[seat], second.tally.won[other], second.tally.drawn) == (met.won, met.lost, met.drawn)


def test_luck_choices_best_total_and_combinations_are_those_of_matches_played_to_the_end(table: Table) -> None:
    match = play(table, 1)
    given_up = started(table, 2)
    table.save(given_up, matches.resign(given_up, 1, START))
    for seat in (0, 1):
        kept, seen = profile(table, seat + 1), view(match, seat)
        shown = judged(seen)[0].shown
        assert (kept.finished, kept.luck, kept.cost) == (1, shown.luck, shown.cost)
        assert (kept.lucks, kept.costs) == ((shown.luck,), (shown.cost,))
        assert (kept.best, kept.solo_best) == (totals(match, seat)[0], None)
        points = {one.mine.combination: one.mine.points for one in seen.reveals}
        assert kept.brought == tuple(points[one] for one in ORDER)


def test_only_the_latest_are_kept_one_by_one_and_the_best_total_stays(table: Table) -> None:
    ends = [play(table, number, secret=number + 1) for number in range(LATEST + 2)]
    kept = profile(table, 2)
    lucks = [judged(view(match, 1))[0].shown.luck for match in ends]
    assert (kept.finished, kept.luck, kept.lucks) == (LATEST + 2, sum(lucks), tuple(lucks[-LATEST:]))
    assert kept.best == max(totals(match, 1)[0] for match in ends)


def test_two_matches_that_end_at_once_are_counted_one_after_the_other(table: Table, store: Store) -> None:
    """The second has read what was before the first: it must read again, and count from there."""
    first, second = started(table, 1), started(table, 2, secret=8)

    with interrupted(store, lambda: table.save(first, ended(table, first))), pytest.raises(ConflictError):
        table.save(second, ended(table, second))
    kept = profile(table, 1)
    assert (kept.played, kept.finished, len(kept.lucks)) == (1, 1, 1)
    table.save(second, ended(table, second))
    kept = profile(table, 1)
    assert (kept.played, kept.finished, len(kept.lucks)) == (2, 2, 2)
    assert [met.played for met in table.opponents(1)] == [2]


@contextmanager
def interrupted(store: Store, act: Any) -> Iterator[None]:
    """Something happens between what is read where a match ends and what is written then."""
    acted = False

    def before_write(**_: object) -> None:
        nonlocal acted
        if not acted:
            acted = True
            act()

    events = store.client.meta.events
    events.register_first("before-call.dynamodb.TransactWriteItems", before_write)
    try:
        yield
    finally:
        events.unregister("before-call.dynamodb.TransactWriteItems", before_write)


def test_an_end_reads_once_more_than_any_other_move_and_writes_once(table: Table, store: Store) -> None:
    match = started(table)
    after = ended(table, match)
    with store.counting() as calls:
        table.save(match, after)
    assert dict(calls) == {"BatchGetItem": 1, "TransactWriteItems": 1}


def test_a_past_match_is_listed_the_latest_first_and_one_under_way_is_not(table: Table) -> None:
    play(table, 1, at=START)
    play(table, 2, at=START + 50)
    started(table, 3)
    assert [(past.code, past.opponent_name) for past in table.past(1)] == [("00000002", "Bob"), ("00000001", "Bob")]
    assert [past.ended_at for past in table.past(2)] == [START + 50, START]


def test_of_a_long_past_no_more_is_read_than_its_latest_matches(table: Table, store: Store) -> None:
    latest = ended(table, started(table, 1))
    for start in range(0, MOST_PAST, 100):
        others = [
            latest.model_copy(update={"code": f"{start + number:08}", "ended_at": START}) for number in range(100)
        ]
        store.put(*(membership_item(match, 0) for match in others))
    store.put(membership_item(latest.model_copy(update={"ended_at": START + 99}), 0))
    with store.scanning() as seen:
        past = table.past(1)
    assert (past[0].ended_at, len(past)) == (START + 99, MOST_PAST)
    assert seen["Query"] == MOST_PAST


def test_records_are_those_of_whoever_is_there(table: Table) -> None:
    play(table)
    assert set(table.records([1, 2, 99])) == {1, 2}
    assert table.records([]) == {}


def test_what_cannot_be_read_hides_nothing_else_and_the_log_names_it(
    table: Table, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    play(table, 1)
    play(table, 2, at=START + 50)
    broken = marshal({"played": "squid", "code": 5, "result": "squid"})
    unreadable = (past_key(1, "00000003", START), opponent_key(1, 3), profile_key(1))
    store.put(*(key | broken for key in unreadable))
    assert [past.code for past in table.past(1)] == ["00000002", "00000001"]
    assert [opponent.user_id for opponent in table.opponents(1)] == [2]
    assert set(table.records([1, 2])) == {2}
    reasons = [vars(record)["reason"] for record in caplog.records]
    assert [reason.split(" cannot be read: ")[0] for reason in reasons] == [
        f"USER#1 PAST#{START}#00000003",
        "USER#1 OPPONENT#3",
        "USER#1 PROFILE",
    ]
    assert "squid" not in "".join(reasons)


@pytest.mark.parametrize("key", [profile_key(2), opponent_key(1, 2)])
def test_a_match_does_not_end_into_what_cannot_be_read(table: Table, store: Store, key: Attributes) -> None:
    match = started(table)
    store.put(key | marshal({"code": CODE, "played": "squid"}))
    with pytest.raises(FormatError, match=f"^{key['pk']['S']} {key['sk']['S']} cannot be read: played$"):
        table.save(match, ended(table, match))
    assert table.match(match.code) == match
