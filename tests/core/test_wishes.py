"""Before which picks a player is asked, when that is worth an offer, and how preferences reach a match."""

from __future__ import annotations

import pytest

from core import match as matches
from core.combinations import ORDER, Combination
from core.match import Match, Refusal, RefusedError
from core.preferences import Confirm, Preferences
from core.view import view
from core.wishes import asks_first, can_cost_70, first_slip, prefer
from tests.infra.stores import START, begun

C = Combination


def preferring(confirm: Confirm | None, match: Match | None = None) -> Match:
    return (match or begun()).with_seat(0, confirm=confirm)


@pytest.mark.parametrize("combination", ORDER)
@pytest.mark.parametrize("hand", [(1, 1, 1, 5, 6), (2, 2, 3, 4, 4), (6, 6, 6, 6, 6)])
def test_only_a_number_of_which_fewer_than_three_are_held_can_cost_70(
    combination: Combination, hand: tuple[int, ...]
) -> None:
    value = ORDER.index(combination) + 1
    assert can_cost_70(combination, hand) is (value <= 6 and hand.count(value) < 3)


@pytest.mark.parametrize("confirm", [None, *Confirm])
def test_a_player_is_asked_before_the_picks_that_were_chosen(confirm: Confirm | None) -> None:
    match = preferring(confirm)
    hand = view(match, 0).hand
    assert hand is not None
    risky = {one for one in Combination if can_cost_70(one, hand)}
    assert 0 < len(risky) <= 6
    expected = {None: set(), Confirm.NEVER: set(), Confirm.RISKY: risky, Confirm.ALWAYS: set(Combination)}
    assert {one for one in Combination if asks_first(match, 0, one)} == expected[confirm]


def test_a_risk_is_not_asked_about_where_nothing_else_is_left_to_pick() -> None:
    last = through(begun(), [one for one in ORDER if one is not C.ONES])
    hand = view(last, 0).hand
    assert hand is not None
    assert can_cost_70(C.ONES, hand)
    assert not asks_first(preferring(Confirm.RISKY, last), 0, C.ONES)
    assert asks_first(preferring(Confirm.ALWAYS, last), 0, C.ONES)


def test_a_pick_that_is_to_be_asked_about_is_refused_until_it_is_confirmed() -> None:
    match = preferring(Confirm.ALWAYS)
    with pytest.raises(RefusedError) as refused:
        matches.pick(match, 1, 1, C.POKER, 0, START)
    assert refused.value.refusal is Refusal.UNCONFIRMED
    picked = matches.pick(match, 1, 1, C.POKER, 0, START, is_confirmed=True)
    assert picked.standing_pick(0) is C.POKER
    assert matches.pick(picked, 1, 1, C.POKER, 1, START) is picked


def test_what_the_rules_refuse_is_not_asked_about() -> None:
    match = preferring(Confirm.ALWAYS, matches.pick(begun(), 1, 1, C.POKER, 0, START))
    for number, nth, refusal in ((2, 0, Refusal.ROUND_NOT_BEGUN), (1, 0, Refusal.OTHER_PICK_STANDS)):
        with pytest.raises(RefusedError) as refused:
            matches.pick(match, 1, number, C.ONES, nth, START)
        assert refused.value.refusal is refusal


def test_the_other_player_is_asked_nothing() -> None:
    assert matches.pick(preferring(Confirm.ALWAYS), 2, 1, C.POKER, 0, START).standing_pick(1) is C.POKER


def through(match: Match, mine: list[Combination]) -> Match:
    for one in mine:
        match = matches.pick(match, 1, match.round, one, 0, START)
        match = matches.pick(match, 2, match.round, match.open_combinations(1)[-1], 0, START)
    return match


def test_the_first_slip_is_the_first_70_that_another_pick_would_not_have_risked() -> None:
    match = through(begun(), [C.MINOR_SUM, *ORDER[:6]])
    reveals = view(match, 0).reveals
    costly = [shown.round for shown in reveals if shown.mine.points == -70]
    assert len(costly) > 1
    assert first_slip(reveals) == costly[0]
    assert first_slip(reveals[: costly[0] - 1]) is None


def test_a_70_that_nothing_open_could_have_spared_is_no_slip() -> None:
    match = through(begun(), [*ORDER[6:], *ORDER[:6]])
    reveals = view(match, 0).reveals
    only_numbers_open = [shown for shown in reveals if shown.round > 10]
    lost = [shown.round for shown in only_numbers_open if shown.mine.points == -70]
    spared = [
        shown.round
        for shown in only_numbers_open
        if shown.mine.points == -70
        and any(not can_cost_70(one, shown.mine.dice) for one in ORDER[shown.round - 11 : 6])
    ]
    assert lost
    assert first_slip(reveals) == (spared[0] if spared else None)


def test_preferences_reach_the_players_own_seat_while_the_match_goes_on() -> None:
    wanted = Preferences(language="de", confirm=Confirm.RISKY, coach=False)
    after = prefer(begun(), 2, wanted)
    assert (after.seats[1].language, after.seats[1].confirm, after.seats[1].coach) == ("de", Confirm.RISKY, False)
    assert after.seats[0] == begun().seats[0]
    assert prefer(after, 2, wanted) is after
    assert prefer(after, 3, wanted) is after
    ended = matches.resign(begun(), 1, START)
    assert prefer(ended, 2, wanted) is ended
