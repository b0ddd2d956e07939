"""A player's matches and dice in numbers."""

from __future__ import annotations

import pytest

from core.match import DEFAULT_PACE
from handlers.chat import callback_data, screens
from handlers.chat.texts import Texts
from infra.items import Profile
from tests.handlers.chat.gallery import ALICE, dice, profile
from tests.handlers.chat.telegram import lines, rows

TEXTS = Texts("en")


def shown(**counts: int) -> list[str]:
    return lines(screens.statistics(TEXTS, profile(**counts)))


@pytest.mark.parametrize("nobody", [None, Profile(user_id=ALICE, name="Alice", word="clover")])
def test_who_has_no_match_yet_is_offered_a_friend_and_the_house(nobody: Profile | None) -> None:
    screen = screens.statistics(TEXTS, nobody)
    assert len(lines(screen)) == 2
    taps = [callback_data.parse(button["callback_data"]) for row in rows(screen) for button in row]
    assert taps == [callback_data.New(DEFAULT_PACE), callback_data.Solo(None)]


def test_friends_and_the_house_are_counted_apart_and_only_where_there_are_matches() -> None:
    friends, house = {"played": 3, "won": 2, "lost": 1, "points": 100}, {"solo_played": 1, "solo_drawn": 1}
    assert shown(**friends)[:2] == ["Friends · 3 played, average 33.3", "Won 2 · drawn 0 · lost 1"]
    assert shown(**house)[:2] == ["The house · 1 played, average 0.0", "Won 0 · drawn 1 · lost 0"]
    assert shown(**friends, **house)[:4] == [*shown(**friends)[:2], *shown(**house)[:2]]


@pytest.mark.parametrize("points, mean", [(-1, "0.0"), (-2, "−0.1"), (-600, "−20.0"), (2372, "79.1")])
def test_a_mean_has_a_tenth_and_no_sign_when_it_rounds_to_nothing(points: int, mean: str) -> None:
    assert shown(played=30, lost=30, points=points)[0].endswith(f"average {mean}")


def test_sixes_are_told_against_what_is_expected_and_each_value_is_counted() -> None:
    told = shown(played=12, won=12, **dice(160, 171, 165, 168, 165, 171))
    assert "Sixes: 171 of 1,000, expected 167" in told
    assert told[-4:-2] == ["1: 160 · 2: 171 · 3: 165", "4: 168 · 5: 165 · 6: 171"]


@pytest.mark.parametrize(
    "counts, words",
    [
        ((160, 171, 165, 168, 165, 171), "for about 99 players in 100."),
        ((220, 160, 160, 160, 150, 150), "for about one player in 1,347."),
        ((210, 160, 160, 160, 155, 155), "for about 2 players in 100."),
        ((211, 160, 160, 160, 155, 154), "for about one player in 75."),
        ((100_000, 0, 0, 0, 0, 0), "for about one player in 1,000,000."),
    ],
)
def test_how_even_the_dice_are_is_told_as_what_fair_dice_do(counts: tuple[int, ...], words: str) -> None:
    assert shown(played=12, won=12, **dice(*counts))[-1] == words


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0, 0), (4, 5, 6, 3, 6, 5)])
def test_few_dice_are_said_to_be_too_few(counts: tuple[int, ...]) -> None:
    assert shown(played=1, lost=1, **dice(*counts))[-1] == f"Your dice · {sum(counts)} thrown, too few to say"
