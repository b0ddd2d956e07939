"""The moves on a match: what each one changes, and when it is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.combinations import Combination, score
from core.dice import key, roll
from core.match import (
    DAY,
    HOUR,
    INVITATION_LASTS,
    MINUTE,
    ROUNDS,
    Match,
    Refusal,
    RefusedError,
    Status,
    cancel,
    create,
    give_time,
    join,
    mark_reachable,
    mark_unreachable,
    pick,
    rematch,
    resign,
    set_pace,
    settle,
    tick,
    verify_change,
)
from core.view import totals
from tests.core.builders import ALICE, BOB, CAROL, NOW, SECRET, joined, opened, picked, played, seat

POKER, SUM, TWOS = Combination.POKER, Combination.MAJOR_SUM, Combination.TWOS


def refusal_of(move: Callable[[], object]) -> Refusal:
    with pytest.raises(RefusedError) as refused:
        move()
    return refused.value.refusal


def test_a_new_table_waits_for_a_guest_for_seven_days() -> None:
    table = opened()
    assert (table.status, table.deadline, table.due_at) == (Status.OPEN, NOW + INVITATION_LASTS, NOW + INVITATION_LASTS)


def test_joining_starts_round_one_with_at_least_a_day_to_pick() -> None:
    hurried = create("7K3MQ9XA", SECRET, seat(ALICE), NOW, pace=5 * MINUTE)
    match = join(hurried, seat(BOB), NOW + 10)
    assert (match.status, match.round, match.deadline) == (Status.ACTIVE, 1, NOW + 10 + DAY)
    after = picked(picked(match, ALICE, SUM, NOW + 20), BOB, SUM, NOW + 20)
    assert after.deadline == NOW + 20 + 5 * MINUTE


def test_the_host_sets_the_pace_while_the_table_waits() -> None:
    hurried = set_pace(opened(), ALICE, 5 * MINUTE)
    assert (hurried.pace, hurried.deadline) == (5 * MINUTE, opened().deadline)
    assert set_pace(hurried, ALICE, 5 * MINUTE) is hurried
    offered = rematch(played(ROUNDS), "0000000A", SECRET, seat(ALICE), NOW)
    assert refusal_of(lambda: set_pace(offered, BOB, DAY)) is Refusal.HOST_ONLY
    assert refusal_of(lambda: set_pace(opened(), CAROL, DAY)) is Refusal.STRANGER
    assert refusal_of(lambda: set_pace(joined(), ALICE, DAY)) is Refusal.ALREADY_STARTED
    assert refusal_of(lambda: set_pace(cancel(opened(), ALICE, NOW), ALICE, DAY)) is Refusal.CANCELLED
    assert refusal_of(lambda: set_pace(played(ROUNDS), ALICE, DAY)) is Refusal.ENDED


@pytest.mark.parametrize(
    "table, user, why",
    [
        (opened(), ALICE, Refusal.OWN_TABLE),
        (joined(), BOB, Refusal.ALREADY_SEATED),
        (joined(), ALICE, Refusal.ALREADY_SEATED),
        (joined(), CAROL, Refusal.FULL),
        (cancel(opened(), ALICE, NOW), BOB, Refusal.CANCELLED),
        (settle(opened(), NOW + INVITATION_LASTS), BOB, Refusal.EXPIRED),
        (played(ROUNDS), CAROL, Refusal.ENDED),
        (resign(joined(), ALICE, NOW), BOB, Refusal.ENDED),
        (rematch(played(ROUNDS), "0000000A", SECRET, seat(ALICE), NOW), CAROL, Refusal.FULL),
    ],
)
def test_a_table_that_cannot_be_joined_says_why(table: Match, user: int, why: Refusal) -> None:
    assert refusal_of(lambda: join(table, seat(user), NOW)) is why


def test_the_second_pick_reveals_the_round_and_starts_the_next_clock() -> None:
    one = picked(joined(), ALICE, SUM)
    assert (one.revealed, one.has_picked(0), one.has_picked(1)) == (0, True, False)
    two = picked(one, BOB, POKER, NOW + 100)
    assert (two.revealed, two.round, two.deadline, two.due_at) == (1, 2, NOW + 100 + DAY, NOW + 100 + DAY * 4 // 5)
    assert [player.nth for player in two.seats] == [0, 0]


def test_a_first_pick_moves_no_deadline() -> None:
    match = joined()
    assert picked(match, ALICE, SUM, NOW + 1000).due_at == match.due_at


def test_the_same_pick_again_changes_nothing() -> None:
    match = picked(joined(), ALICE, SUM)
    assert pick(match, ALICE, 1, SUM, 0, NOW) is match
    assert pick(match, ALICE, 1, SUM, 1, NOW) is match


def test_tap_a_then_b_then_a_again_leaves_b() -> None:
    match = picked(picked(joined(), ALICE, SUM), ALICE, POKER)
    assert match.standing_pick(0) is POKER
    assert refusal_of(lambda: pick(match, ALICE, 1, SUM, 0, NOW)) is Refusal.OTHER_PICK_STANDS


def test_a_second_tap_on_the_same_keyboard_does_not_undo_the_first() -> None:
    match = picked(joined(), ALICE, SUM)
    assert refusal_of(lambda: pick(match, ALICE, 1, POKER, 0, NOW)) is Refusal.OTHER_PICK_STANDS


def test_a_count_that_no_keyboard_ever_showed_is_refused() -> None:
    assert refusal_of(lambda: pick(joined(), ALICE, 1, SUM, 1, NOW)) is Refusal.UNKNOWN_COUNT


@pytest.mark.parametrize(
    "match, user, match_round, combination, why",
    [
        (joined(), CAROL, 1, SUM, Refusal.STRANGER),
        (opened(), ALICE, 1, SUM, Refusal.NOT_STARTED),
        (played(1), ALICE, 1, SUM, Refusal.ROUND_OVER),
        (played(1), ALICE, 0, SUM, Refusal.ROUND_OVER),
        (played(1), ALICE, 3, SUM, Refusal.ROUND_NOT_BEGUN),
        (played(15), ALICE, 17, SUM, Refusal.ROUND_NOT_BEGUN),
        (played(1), ALICE, 2, Combination.ONES, Refusal.COMBINATION_USED),
        (played(ROUNDS), ALICE, 16, SUM, Refusal.ENDED),
        (resign(joined(), BOB, NOW), ALICE, 1, SUM, Refusal.ENDED),
    ],
)
def test_a_pick_that_is_not_allowed_says_why(
    match: Match, user: int, match_round: int, combination: Combination, why: Refusal
) -> None:
    assert refusal_of(lambda: pick(match, user, match_round, combination, 0, NOW)) is why


def test_a_pick_may_be_changed_only_by_one_who_has_picked() -> None:
    match = picked(joined(), ALICE, SUM)
    verify_change(match, ALICE, 1)
    assert refusal_of(lambda: verify_change(match, BOB, 1)) is Refusal.NOTHING_PICKED
    over = picked(match, BOB, SUM)
    assert refusal_of(lambda: verify_change(over, ALICE, 1)) is Refusal.ROUND_OVER


def test_the_last_pick_of_round_sixteen_ends_the_match() -> None:
    match = played(ROUNDS)
    assert (match.status, match.revealed, match.deadline, match.due_at) == (Status.FINISHED, ROUNDS, None, None)


def test_only_the_host_may_cancel_an_open_table() -> None:
    assert cancel(opened(), ALICE, NOW).status is Status.CANCELLED
    assert refusal_of(lambda: cancel(opened(), BOB, NOW)) is Refusal.STRANGER
    assert refusal_of(lambda: cancel(joined(), ALICE, NOW)) is Refusal.ALREADY_STARTED


def test_a_match_is_called_off_only_while_the_other_cannot_be_reached() -> None:
    match = picked(joined(), BOB, SUM)
    assert refusal_of(lambda: cancel(match, ALICE, NOW)) is Refusal.ALREADY_STARTED
    lost = mark_unreachable(match, 1)
    assert refusal_of(lambda: cancel(lost, BOB, NOW)) is Refusal.ALREADY_STARTED
    assert refusal_of(lambda: cancel(lost, CAROL, NOW)) is Refusal.STRANGER
    off = cancel(lost, ALICE, NOW)
    assert (off.status, off.ended_by, off.deadline, off.has_begun) == (Status.CANCELLED, 0, None, True)
    assert refusal_of(lambda: cancel(mark_reachable(lost, BOB), ALICE, NOW)) is Refusal.ALREADY_STARTED


def test_a_lost_player_is_noted_once_and_the_clock_runs_on() -> None:
    match = joined()
    lost = mark_unreachable(match, 1)
    assert [seat.is_unreachable for seat in lost.seats] == [False, True]
    assert (lost.deadline, lost.due_at) == (match.deadline, match.due_at)
    assert mark_unreachable(lost, 1) is lost
    assert mark_reachable(lost, ALICE) is lost
    assert mark_reachable(lost, BOB) == match
    assert mark_reachable(match, BOB) is match


def test_who_can_be_reached_matters_no_more_once_a_match_is_over() -> None:
    over = resign(mark_unreachable(joined(), 1), ALICE, NOW)
    assert mark_unreachable(over, 0) is over
    assert mark_reachable(over, BOB) is over


def test_a_match_has_begun_when_a_guest_has_sat_down_however_it_ends() -> None:
    offered = rematch(played(ROUNDS), "0000000A", SECRET, seat(ALICE), NOW)
    lost = mark_unreachable(offered, 1)
    assert not any(match.has_begun for match in (opened(), cancel(opened(), ALICE, NOW), cancel(lost, ALICE, NOW)))
    assert all(match.has_begun for match in (joined(), played(ROUNDS), resign(join(offered, seat(BOB), NOW), BOB, NOW)))


def test_resigning_gives_the_match_to_the_other() -> None:
    match = resign(played(3), BOB, NOW)
    assert (match.status, match.ended_by) == (Status.RESIGNED, 1)
    assert refusal_of(lambda: resign(match, ALICE, NOW)) is Refusal.ENDED
    assert refusal_of(lambda: resign(opened(), ALICE, NOW)) is Refusal.NOT_STARTED


def test_a_rematch_is_only_for_the_two_who_played() -> None:
    table = rematch(played(ROUNDS), "0000000A", SECRET, seat(BOB), NOW)
    assert [player.user_id for player in table.seats] == [BOB, ALICE]
    assert (table.status, table.follows) == (Status.OPEN, "7K3MQ9XA")
    assert [player.picks for player in table.seats] == ["", ""]
    assert join(table, seat(ALICE), NOW).status is Status.ACTIVE
    assert cancel(table, ALICE, NOW).ended_by == 1
    assert refusal_of(lambda: rematch(joined(), "0000000A", SECRET, seat(BOB), NOW)) is Refusal.NOT_ENDED
    assert refusal_of(lambda: rematch(played(ROUNDS), "0000000A", SECRET, seat(CAROL), NOW)) is Refusal.STRANGER


def test_at_the_deadline_the_seat_that_has_not_picked_forfeits() -> None:
    match = picked(joined(), ALICE, SUM)
    assert settle(match, NOW + DAY - 1) is match
    over = settle(match, NOW + DAY)
    assert (over.status, over.ended_by) == (Status.FORFEITED, 1)


def test_when_neither_has_picked_at_the_deadline_nobody_wins() -> None:
    over = settle(joined(), NOW + DAY)
    assert (over.status, over.ended_by) == (Status.ABANDONED, None)


def a_reminder(pace: int = DAY, rounds: int = 2) -> tuple[Match, int]:
    """Alice has picked, Bob has been reminded; gives the match and the moment."""
    match = played(rounds).model_copy(update={"pace": pace})
    if rounds:
        match = picked(picked(match, ALICE, SUM, NOW), BOB, SUM, NOW)
    match = picked(match, ALICE, POKER, NOW)
    now = (match.due_at or 0) + 5
    return tick(match, now), now


@pytest.mark.parametrize("pace", [5 * MINUTE, HOUR, DAY, 3 * DAY])
def test_who_waits_may_let_the_other_have_as_long_again_once_for_each_deadline(pace: int) -> None:
    match, now = a_reminder(pace)
    assert match.deadline == NOW + pace
    longer = give_time(match, ALICE, NOW + pace, now)
    assert (longer.deadline, longer.is_reminded) == (NOW + 2 * pace, False)
    assert longer.due_at is not None
    assert now < longer.due_at < NOW + 2 * pace
    assert give_time(longer, ALICE, NOW + pace, now) is longer
    assert refusal_of(lambda: give_time(longer, ALICE, NOW + 2 * pace, now)) is Refusal.DEADLINE_MOVED
    again = give_time(tick(longer, longer.due_at), ALICE, NOW + 2 * pace, longer.due_at)
    assert again.deadline == NOW + 3 * pace


def test_round_one_is_given_a_day_again_whatever_the_pace() -> None:
    match, now = a_reminder(5 * MINUTE, rounds=0)
    assert match.deadline is not None
    assert give_time(match, ALICE, match.deadline, now).deadline == match.deadline + DAY


def test_only_the_one_who_waits_gives_time_and_only_for_the_deadline_that_stands() -> None:
    match, now = a_reminder()
    deadline = match.deadline or 0
    assert refusal_of(lambda: give_time(match, BOB, deadline, now)) is Refusal.NOTHING_PICKED
    assert refusal_of(lambda: give_time(match, CAROL, deadline, now)) is Refusal.STRANGER
    assert refusal_of(lambda: give_time(match, ALICE, deadline + 1, now)) is Refusal.DEADLINE_MOVED
    next_round = picked(match, BOB, POKER, now)
    assert refusal_of(lambda: give_time(next_round, ALICE, deadline, now)) is Refusal.DEADLINE_MOVED
    given = give_time(match, ALICE, deadline, now)
    assert refusal_of(lambda: give_time(given, BOB, deadline, now)) is Refusal.NOTHING_PICKED
    assert refusal_of(lambda: give_time(opened(), ALICE, deadline, now)) is Refusal.NOT_STARTED
    assert refusal_of(lambda: give_time(settle(match, deadline), ALICE, deadline, deadline)) is Refusal.ENDED


def test_the_reminder_is_due_once_at_four_fifths_of_the_time() -> None:
    match = joined()
    assert tick(match, NOW + DAY * 4 // 5 - 1) is match
    reminded = tick(match, NOW + DAY * 4 // 5)
    assert reminded.is_reminded
    assert tick(reminded, NOW + DAY * 4 // 5 + 60) is reminded
    assert tick(reminded, NOW + DAY).status is Status.ABANDONED


def test_a_clock_that_comes_late_ends_the_match_without_a_reminder() -> None:
    assert tick(joined(), NOW + 2 * DAY).status is Status.ABANDONED


class MatchMachine(RuleBasedStateMachine):
    """Any sequence of taps, repeated and stale ones included, keeps the rules."""

    taps = Bundle("taps")

    @initialize(secret=st.binary(min_size=32, max_size=32))
    def start(self, secret: bytes) -> None:
        self.match = joined(secret)
        self.counted: list[dict[int, Combination]] = [{}]

    @rule(target=taps, user=st.sampled_from([ALICE, BOB, CAROL]), combination=st.sampled_from(list(Combination)))
    def tap(self, user: int, combination: Combination) -> object:
        index = self.match.seat_of(user)
        nth = self.match.seats[index].nth if index is not None else 0
        return self._apply((user, self.match.round, combination, nth))

    @precondition(lambda self: not self.match.is_over)
    @rule(target=taps, user=st.sampled_from([ALICE, BOB]), data=st.data())
    def tap_an_open_one(self, user: int, data: st.DataObject) -> object:
        index = self.match.seat_of(user)
        assert index is not None
        choice = data.draw(st.sampled_from(self.match.open_combinations(index)))
        return self._apply((user, self.match.round, choice, self.match.seats[index].nth))

    @rule(target=taps, old=taps)
    def tap_again(self, old: tuple[int, int, Combination, int]) -> object:
        return self._apply(old)

    def _apply(self, tap: tuple[int, int, Combination, int]) -> object:
        before = self.match
        user, match_round, combination, nth = tap
        try:
            self.match = pick(before, user, match_round, combination, nth, NOW)
        except RefusedError:
            return tap
        if self.match is not before:
            assert match_round == before.round
            self.counted[-1][user] = combination
            if len(self.counted[-1]) == 2:
                self.counted.append({})
        return tap

    @invariant()
    def the_picks_are_the_accepted_taps(self) -> None:
        for index, user in enumerate((ALICE, BOB)):
            expected = [picks[user] for picks in self.counted if user in picks]
            assert list(self.match.seats[index].picked) == expected
            assert len(set(expected)) == len(expected) <= ROUNDS

    @invariant()
    def the_totals_are_the_sum_of_the_revealed_scores(self) -> None:
        match_key = key(self.match.secret, self.match.code, "", "")
        mine = theirs = 0
        for number, picks in enumerate(self.counted[: self.match.revealed], start=1):
            ten = roll(match_key, number, 0) + roll(match_key, number, 1)
            mine, theirs = mine + score(picks[ALICE], ten), theirs + score(picks[BOB], ten)
        assert totals(self.match, 0) == (mine, theirs)
        assert totals(self.match, 1) == (theirs, mine)

    @invariant()
    def it_ends_exactly_when_all_rounds_are_revealed(self) -> None:
        assert (self.match.status is Status.FINISHED) == (self.match.revealed == ROUNDS)


TestMatchMachine = MatchMachine.TestCase
TestMatchMachine.settings = settings(max_examples=40, deadline=None)
