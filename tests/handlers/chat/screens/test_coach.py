"""What the coach says of a hand, and to whom."""

from __future__ import annotations

import re

import pytest

from core import house, odds
from core.coach import Reason, advice
from core.combinations import ORDER
from core.levels import Level
from core.view import view
from handlers.chat import screens
from handlers.chat.read_tap import parse
from handlers.chat.tap import Pick
from handlers.chat.texts import Texts
from infra.screen import Screen
from tests.handlers.chat import gallery
from tests.handlers.chat.gallery import SHORT, challenge, played
from tests.handlers.chat.telegram import lines, plain, rows, visible

TEXTS = Texts("en")
# A hand and what is open, for each reason that the coach may have.
CASES = {
    Reason.LAST_OPEN: ((1, 2, 3, 4, 5), ORDER[3:4]),
    Reason.CERTAIN: ((5, 5, 5, 5, 6), ORDER[:6]),
    Reason.CHEAP_MISS: ((1, 2, 4, 5, 6), (ORDER[9], ORDER[8], ORDER[2])),
    Reason.MOST_NOW: ((6, 6, 5, 5, 6), ORDER[14:]),
    Reason.OTHERS_CAN_WAIT: ((1, 2, 3, 6, 6), (*ORDER[:6], ORDER[7])),
}


@pytest.mark.parametrize("rounds", [0, 4, 9, 14])
@pytest.mark.parametrize("level", Level)
def test_the_coach_says_the_best_pick_and_each_chance(level: Level, rounds: int) -> None:
    seen = view(gallery.house(rounds, level), 0)
    assert seen.hand is not None
    told = lines(screens.coached(seen))
    assert f"Coach: {TEXTS.label(house.best_pick(seen.hand, seen.open_combinations))}" in told
    table = told[told.index("Chance and average points now:") + 1 :]
    chances, means = odds.chance(seen.hand), odds.expected(seen.hand)
    for line, combination in zip(table, seen.open_combinations, strict=True):
        found = re.fullmatch(r"(.+)  (\d+) % · ([+−])(\d+\.\d)", line)
        assert found is not None
        assert found[1] == TEXTS.label(combination)
        assert abs(int(found[2]) - 100 * chances[combination]) < 1
        assert float(found[4]) == pytest.approx(abs(means[combination]), abs=0.051)
        assert (found[3] == "−") is (means[combination] < -0.05)


@pytest.mark.parametrize("reason", Reason)
def test_each_reason_has_its_own_words(reason: Reason) -> None:
    hand, opened = CASES[reason]
    advised = advice(hand, opened)
    assert advised.reason is reason
    first, why, *_ = visible(plain(TEXTS.advice(advised))).split("\n")
    beginnings = {
        Reason.LAST_OPEN: "It is the only one left.",
        Reason.CERTAIN: "With this hand it cannot fail.",
        Reason.CHEAP_MISS: "It fails in",
        Reason.MOST_NOW: "It brings the most now",
        Reason.OTHERS_CAN_WAIT: "3 kind brings more now",
    }
    assert first == f"Coach: {TEXTS.label(advised.best.combination)}"
    assert why.startswith(beginnings[reason])


def test_the_hand_can_be_played_from_under_the_advice() -> None:
    seen = view(gallery.house(4), 0)
    offered = [parse(button["callback_data"]) for row in rows(screens.coached(seen)) for button in row]
    assert [tap.combination for tap in offered if isinstance(tap, Pick)] == list(seen.open_combinations)
    assert len(offered) == len(seen.open_combinations)


def test_only_a_hand_against_the_house_has_the_coachs_button() -> None:
    def has_coach(screen: Screen) -> bool:
        return any(button["text"] == "Coach" for row in rows(screen) for button in row)

    assert has_coach(screens.table(view(gallery.house(4), 0)))
    assert has_coach(screens.reminder(view(gallery.house(4), 0)))
    assert not has_coach(screens.table(view(played(SHORT, 4), 0)))
    assert not has_coach(screens.table(view(challenge(SHORT, 4), 0)))
