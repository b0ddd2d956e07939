"""The first match teaches: three hints, one at a time, none once a pick is made, and none in a later match."""

from __future__ import annotations

import pytest

from core.combinations import Combination
from core.match import Match
from core.view import view
from handlers.chat import screens
from tests.handlers.chat import gallery
from tests.handlers.chat.gallery import ALICE, SHORT, newcomer, picked
from tests.handlers.chat.telegram import lines

C = Combination
SAFE = (C.MINOR_SUM, C.MAJOR_SUM, C.TWO_OF_A_KIND, C.TWO_PLUS_TWO, C.THREE_PLUS_TWO, C.THREE_OF_A_KIND)
HINTS = {
    1: "1–6 need three of that value among",
    2: "underlined dice are Bob's:",
    4: "Keep 1–6 until you hold two or more",
}


def told(match: Match) -> list[str]:
    return lines(screens.table(view(match, 0)))


def shown(match: Match) -> list[int]:
    """The rounds whose hints are in the message."""
    text = "\n".join(told(match))
    return [number for number, words in HINTS.items() if words in text]


def test_each_hint_has_its_round() -> None:
    rounds = {count + 1: shown(newcomer(SHORT, *SAFE[:count])) for count in range(len(SAFE) + 1)}
    assert rounds == {1: [1], 2: [2], 3: [], 4: [4], 5: [], 6: [], 7: []}


def test_a_later_match_has_none() -> None:
    for count in range(len(SAFE)):
        match = newcomer(SHORT, *SAFE[:count]).with_seat(0, is_novice=False)
        assert shown(match) == []


def test_a_hint_goes_with_the_pick() -> None:
    for count in (0, 1, 3):
        match = picked(newcomer(SHORT, *SAFE[:count]), ALICE, SAFE[count])
        assert shown(match) == []


@pytest.mark.parametrize(
    "combination, hint",
    [
        (C.THREE_PLUS_TWO, "💡 2 underlined dice are Bob's:"),
        (C.THREE_OF_A_KIND, "💡 1 underlined die is Bob's:"),
        (C.MINOR_SUM, "💡 5 underlined dice are Bob's:"),
        (C.TWO_OF_A_KIND, "💡 Your own five made it. Bob's dice"),
        (C.POKER, "💡 All ten dice count, but they did not"),
    ],
)
def test_the_second_hint_counts_the_dice_that_helped(combination: Combination, hint: str) -> None:
    assert hint in told(newcomer(SHORT, combination))


def test_the_second_hint_promises_no_more_of_the_others_dice_than_that_they_make_nothing_fail() -> None:
    """They do lower a Minor Sum."""
    assert "can help a pick, never make it fail." in told(newcomer(SHORT, C.TWO_OF_A_KIND))


@pytest.mark.parametrize("first", [C.THREE_PLUS_TWO, C.TWO_OF_A_KIND, C.POKER])
def test_where_a_button_is_gone_for_the_first_time_it_is_said_once_why(first: Combination) -> None:
    picks = (first, *(one for one in SAFE if one is not first))
    said = ["Each combination is used once." in told(newcomer(SHORT, *picks[:count])) for count in range(len(picks))]
    assert said == [number == 1 for number in range(len(picks))]


def test_an_offer_after_a_slip_stands_alone() -> None:
    match = newcomer(SHORT, C.ONES)
    assert shown(match) == []
    assert any("could have been avoided" in line for line in told(match))


def test_what_the_tick_says_is_told_again_in_a_first_match_where_a_pick_is_changed() -> None:
    match = picked(newcomer(SHORT), ALICE, C.POKER)
    said = [lines(screens.change(view(one, 0))) for one in (match, match.with_seat(0, is_novice=False))]
    assert ["✓ = cannot fail now" in text for text in said] == [True, False]


def test_nothing_is_said_of_keeping_what_is_gone() -> None:
    assert shown(newcomer(SHORT, C.MINOR_SUM, C.MAJOR_SUM, C.POKER)) == []
    assert shown(newcomer(SHORT, C.MINOR_SUM, C.MAJOR_SUM, C.MINOR_STRAIGHT)) == [4]


def test_the_house_teaches_as_well() -> None:
    match = gallery.house().with_seat(0, is_novice=True)
    assert shown(match) == [1]
    assert any("House's five dice count too" in line for line in told(match))
