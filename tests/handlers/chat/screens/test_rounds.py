"""The message of a round, as the contract for programs and the players' habits need it."""

from __future__ import annotations

import re

import pytest

from core.combinations import Combination
from core.match import resign
from core.view import view
from handlers.chat import screens
from handlers.chat.read_tap import parse
from handlers.chat.tap import Pick, Tap
from infra.screen import Screen
from tests.handlers.chat.gallery import ALICE, BOB, NOW, SHORT, joined, opened, picked, played
from tests.handlers.chat.people import Names
from tests.handlers.chat.telegram import lines, rows


def taps(screen: Screen) -> list[list[Tap | None]]:
    return [[parse(button["callback_data"]) for button in row] for row in rows(screen)]


def test_a_reveal_has_a_line_per_seat_that_a_program_can_read() -> None:
    seen = view(played(SHORT, 5), 0)
    throw = re.compile(r"(You|Bob)((?: [1-6]){5}) · (.+) ([✓✗]) ([+−])(\d+)")
    found = [match for line in lines(screens.table(seen)) if (match := throw.fullmatch(line))]
    shown = seen.reveals[-1]
    assert [match[1] for match in found] == ["You", "Bob"]
    for match, seat in zip(found, (shown.mine, shown.theirs), strict=True):
        assert tuple(map(int, match[2].split())) == seat.dice
        assert (match[4] == "✓") is seat.is_made
        assert int(match[6]) * (1 if match[5] == "+" else -1) == seat.points


def test_the_totals_are_mine_then_theirs() -> None:
    match = played(SHORT, 5)
    for seat in (0, 1):
        seen = view(match, seat)
        first = lines(screens.table(seen))[0].replace("−", "-")
        assert first.endswith(f"· {seen.my_total} : {seen.their_total}")


def test_a_hand_is_faces_and_digits() -> None:
    seen = view(played(SHORT, 5), 0)
    assert seen.hand is not None
    faces = "".join(" ⚀⚁⚂⚃⚄⚅"[die] for die in seen.hand)
    assert f"Your dice  {faces}  {' '.join(map(str, seen.hand))}" in lines(screens.table(seen))


def test_the_keyboard_offers_each_open_combination_once_in_its_family() -> None:
    seen = view(played(SHORT, 5), 0)
    offered = [tap.combination for row in taps(screens.table(seen)) for tap in row if isinstance(tap, Pick)]
    assert offered == list(seen.open_combinations)


def test_every_pick_button_names_its_round_and_the_picks_made_so_far() -> None:
    match = picked(picked(played(SHORT, 5), ALICE, Combination.ONES), ALICE, Combination.TWOS)
    for row in taps(screens.change(view(match, 0))):
        for tap in row:
            assert isinstance(tap, Pick)
            assert (tap.code, tap.round, tap.nth) == (match.code, 6, 2)


def test_a_check_mark_stands_on_exactly_what_cannot_fail() -> None:
    seen = view(played(SHORT, 5), 0)
    for row, taken in zip(rows(screens.table(seen)), taps(screens.table(seen)), strict=True):
        for button, tap in zip(row, taken, strict=True):
            assert isinstance(tap, Pick)
            assert button["text"].endswith(" ✓") is (tap.combination in seen.certain)


def test_changing_marks_the_pick_that_stands_and_offers_to_keep_it() -> None:
    match = picked(joined(SHORT), ALICE, Combination.THREE_PLUS_TWO)
    screen = screens.change(view(match, 0))
    labels = [button["text"] for row in rows(screen) for button in row]
    assert [label for label in labels if label.startswith("●")] == ["●3+2"]
    (keep,) = rows(screen)[-1]
    assert keep["text"] == "Keep 3+2"
    assert parse(keep["callback_data"]) == Pick(match.code, 1, Combination.THREE_PLUS_TWO, nth=1)


@pytest.mark.parametrize("language, widths", [("en", [4]), ("es", [2, 2]), ("de", [2, 2])])
def test_a_row_of_four_is_halved_where_a_label_would_be_cut(language: str, widths: list[int]) -> None:
    names = Names("Alice", "Bob", language)
    screen = screens.change(view(picked(joined(names), ALICE, Combination.FOUR_OF_A_KIND), 0))
    kinds = {Combination.TWO_OF_A_KIND, Combination.THREE_OF_A_KIND, Combination.FOUR_OF_A_KIND, Combination.POKER}
    of_kinds = [[tap for tap in row if isinstance(tap, Pick) and tap.combination in kinds] for row in taps(screen)]
    assert [len(row) for row in of_kinds[:-1] if row] == widths


def test_change_shows_the_plain_hand_where_nothing_is_picked() -> None:
    seen = view(joined(SHORT), 0)
    assert screens.change(seen) == screens.table(seen)


def test_the_reveal_stays_in_the_message_in_all_its_states() -> None:
    match = played(SHORT, 5)
    waiting = picked(match, ALICE, Combination.ONES)
    revealed = picked(waiting, BOB, Combination.ONES)
    states = [
        screens.table(view(match, 0)),
        screens.table(view(waiting, 0)),
        screens.change(view(waiting, 0)),
        screens.table(view(picked(match, BOB, Combination.ONES), 0)),
        screens.past(view(revealed, 0), 6),
    ]
    assert len({tuple(lines(state)[:7]) for state in states}) == 1


def test_a_past_round_has_no_keyboard_and_says_what_was_picked() -> None:
    screen = screens.past(view(played(SHORT, 6), 1), 6)
    assert rows(screen) == []
    assert lines(screen)[-1] == "You picked 2+2."


def test_a_round_that_was_never_revealed_shows_no_dice_after_the_end() -> None:
    screen = screens.past(view(resign(played(SHORT, 5), BOB, NOW), 0), 6)
    assert not any("Your dice" in line for line in lines(screen))


def test_only_a_newcomer_is_warned_and_only_in_round_1() -> None:
    warned = lines(screens.table(view(joined(SHORT, is_novice=True), 0)))
    assert any("−70" in line for line in warned)
    assert not any("cost −70" in line for line in lines(screens.table(view(joined(SHORT), 0))))
    later = picked(picked(joined(SHORT, is_novice=True), ALICE, Combination.MAJOR_SUM), BOB, Combination.MAJOR_SUM)
    assert not any("cost −70" in line for line in lines(screens.table(view(later, 0))))


def test_only_the_one_who_is_waited_for_hears_that_the_tap_reveals() -> None:
    match = picked(played(SHORT, 5), BOB, Combination.ONES)
    assert "Bob has picked, so your tap reveals." in lines(screens.table(view(match, 0)))
    assert not any("your tap reveals" in line for line in lines(screens.table(view(match, 1))))


def test_the_one_who_waits_is_told_without_a_ring() -> None:
    match = picked(played(SHORT, 5), BOB, Combination.ONES)
    assert screens.reminded(view(match, 1)).parameters["disable_notification"] is True
    assert "disable_notification" not in screens.reminder(view(match, 0)).parameters


def test_a_reminder_says_that_the_other_waits_only_if_so() -> None:
    match = played(SHORT, 5)
    assert "waits" in lines(screens.reminder(view(picked(match, BOB, Combination.ONES), 0)))[0]
    assert "waits" not in lines(screens.reminder(view(match, 0)))[0]


def test_no_table_is_made_of_a_match_that_is_not_under_way() -> None:
    for match in (opened(SHORT), resign(played(SHORT, 5), BOB, NOW)):
        for show in (screens.table, screens.change, screens.reminder, screens.reminded):
            with pytest.raises(ValueError, match="under way"):
                show(view(match, 0))
