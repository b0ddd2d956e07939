"""A player's matches and dice in numbers."""

from __future__ import annotations

import pytest

from core.match import DEFAULT_PACE
from handlers.chat import screens
from handlers.chat.read_tap import parse
from handlers.chat.tap import New, Solo
from handlers.chat.texts import Texts
from infra.items import Profile
from infra.records import Opponent, Record
from tests.handlers.chat.gallery import ALICE
from tests.handlers.chat.history_gallery import NOW, brought, dice
from tests.handlers.chat.telegram import lines, rows

TEXTS = Texts("en")


def shown(**held: object) -> list[str]:
    return lines(screens.statistics(TEXTS, Record.model_validate(held)))


@pytest.mark.parametrize("nobody", [None, Profile(user_id=ALICE, name="Alice", word="clover")])
def test_who_has_no_match_yet_is_offered_a_friend_and_the_house(nobody: Profile | None) -> None:
    screen = screens.statistics(TEXTS, nobody)
    assert len(lines(screen)) == 2
    taps = [parse(button["callback_data"]) for row in rows(screen) for button in row]
    assert taps == [New(DEFAULT_PACE), Solo(None)]


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


def test_the_best_total_is_told_of_friends_and_of_the_house_once_there_is_one() -> None:
    told = shown(played=2, won=2, points=100, best=131, solo_played=1, solo_lost=1, solo_best=-12)
    assert told[2] == "Best total 131"
    assert told[5] == "Best total −12"
    assert not any("Best" in line for line in shown(played=1, lost=1, points=-70))


@pytest.mark.parametrize("deviation, words", [(62_000, "Rating 1514"), (162_000, "Rating 1514, still settling")])
def test_a_rating_says_while_it_is_not_to_be_relied_on(deviation: int, words: str) -> None:
    assert words in shown(played=3, lost=3, rating=1_514_060, deviation=deviation, rated_at=NOW)
    assert not any("Rating" in line for line in shown(played=3, lost=3))


def test_luck_and_choices_are_means_of_all_matches_and_of_the_latest_where_there_are_more() -> None:
    held = {"played": 15, "won": 15, "luck": 183, "cost": 315, "lucks": (-4,) * 10, "costs": (15,) * 10}
    told = shown(**held, finished=15)
    assert told[2:5] == [
        "Luck and choices · per match",
        "All 15 · luck +12.2 · choices −21.0",
        "Last 10 · luck −4.0 · choices −15.0",
    ]
    assert not any("Last" in line for line in shown(**held, finished=10))
    assert shown(played=1, won=1, finished=1)[3] == "Luck 0.0 · choices 0.0"


def test_the_best_combination_says_what_it_is_measured_by() -> None:
    told = shown(played=20, won=20, finished=20, brought=brought(20, three_plus_two=66))
    at = told.index("Best combination · 3+2")
    assert told[at + 1 : at + 3] == ["You make 24.2 a match with it;", "the house at its best 21.0."]


def test_each_friend_has_a_button_on_exactly_one_page_and_no_button_tells_a_number() -> None:
    friends = [Opponent(user_id=77_000 + number, code=f"{number:08}", name="Bob") for number in range(20)]
    record = Record(played=20, won=20)
    pages = [screens.statistics(TEXTS, record, friends, page) for page in (1, 2, 3)]
    taps = [button["callback_data"] for screen in pages for row in rows(screen) for button in row]
    assert [tap for tap in taps if tap.startswith("friend:")] == [f"friend:{friend.code}" for friend in friends]
    assert not any("77" in tap for tap in taps)
    assert [screen.method for screen in pages] == ["editMessageText"] * 3
    assert screens.statistics(TEXTS, record, friends).method == "sendMessage"


def test_a_friend_is_told_by_results_and_average_totals() -> None:
    met = Opponent(
        user_id=2, code="7K3MQ9XA", name="Bob", played=9, won=5, lost=3, drawn=1, points=552, their_points=495
    )
    assert lines(screens.friend(TEXTS, met)) == ["You and Bob: 5 : 3 · 1 drawn", "9 played, average 61.3 : 55.0"]
