"""What a match that a player has alone leaves in the table: nothing of the house, nothing among friends' matches."""

from __future__ import annotations

import pytest

from core import match as matches
from core import solo
from core.levels import Level
from core.match import DAY, Match, Seat
from core.view import outcome, totals
from infra.items import Profile
from infra.table import ConflictError, Table
from tests.infra.stores import CODE, START, Store, begun, host, opened, played

OTHER = "0000000G"


def against_house(code: str = CODE, now: int = START) -> Match:
    return solo.begin(code, bytes(range(32)), host(), Level.GREEDY, "House", now)


def challenge(seat: int = 1) -> Match:
    original = played(begun(CODE), 16)
    return solo.begin_challenge(original, seat, OTHER, Seat(user_id=3, name="Carol"), "Bob", START)


def through(match: Match) -> Match:
    user_id = next(seat.user_id for seat in match.seats if not seat.is_house)
    while not match.is_over:
        opened_now = match.open_combinations(match.seat_of(user_id) or 0)
        match = solo.answered(matches.pick(match, user_id, match.round, opened_now[0], 0, START), START)
    return match


def profile(table: Table, user_id: int) -> Profile:
    found = table.profile(user_id)
    assert found is not None
    return found


def users(store: Store) -> set[str]:
    return {item["pk"]["S"] for item in store.items() if item["pk"]["S"].startswith("USER#")}


@pytest.mark.parametrize("match", [against_house(), challenge(0), challenge(1)], ids=["house", "host", "guest"])
def test_only_the_player_has_a_list_and_a_profile(store: Store, table: Table, match: Match) -> None:
    user_id = next(seat.user_id for seat in match.seats if not seat.is_house)
    before = table.save(None, match)
    assert table.live_codes(user_id) == [match.code]
    table.save(before, through(match))
    assert table.live_codes(user_id) == []
    named = [item for item in store.items() if item["sk"]["S"] == f"NAMED#{match.code}"]
    assert users(store) - {item["pk"]["S"] for item in named} == {f"USER#{user_id}"}


def test_two_taps_for_the_house_are_one_match(table: Table) -> None:
    table.save(None, against_house())
    with pytest.raises(ConflictError):
        table.save(None, against_house(OTHER, START + 4))
    table.save(None, against_house(OTHER, START + 5))


def test_a_match_against_the_house_is_counted_apart_from_friends(table: Table) -> None:
    before = table.save(None, against_house())
    after = table.save(before, through(before))
    mine = profile(table, 1)
    assert (mine.played, mine.points, mine.solo_played, mine.solo_points) == (0, 0, 1, totals(after, 0)[0])
    assert getattr(mine, f"solo_{outcome(after, 0).value}") == 1
    assert mine.won + mine.lost + mine.drawn == 0


def test_out_of_time_against_the_house_is_a_loss(table: Table) -> None:
    before = table.save(None, against_house())
    table.save(before, matches.settle(before, START + 9 * DAY))
    assert (profile(table, 1).solo_played, profile(table, 1).solo_lost) == (1, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_challenge_counts_nothing(table: Table, seat: int) -> None:
    before = table.save(None, challenge(seat))
    table.save(before, through(before))
    assert table.profile(3) == Profile(user_id=3, name="Carol")


def test_a_players_own_dice_are_counted_over_all_matches(table: Table) -> None:
    first = table.save(None, opened())
    first = table.save(first, begun())
    table.save(first, played(first, 16))
    counted = [getattr(profile(table, 1), f"thrown_{value}") for value in range(1, 7)]
    assert sum(counted) == 16 * 5
    second = table.save(None, against_house(OTHER, START + 10))
    table.save(second, through(second))
    assert sum(getattr(profile(table, 1), f"thrown_{value}") for value in range(1, 7)) == 2 * 16 * 5
    assert sum(getattr(profile(table, 2), f"thrown_{value}") for value in range(1, 7)) == 16 * 5


def test_a_lucky_word_is_kept_beside_all_else(table: Table) -> None:
    table.set_in_profile(1, word="удача")
    assert table.profile(1) == Profile(user_id=1, word="удача")
    table.save(None, opened())
    table.set_in_profile(1, word="")
    assert table.profile(1) == Profile(user_id=1, name="Alice", invited_code=CODE, invited_at=START)
