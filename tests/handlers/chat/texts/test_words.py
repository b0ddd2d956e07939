"""Names, dice, points and times as a player reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combinations import Combination
from core.levels import Level
from core.match import DAY, HOUR, MINUTE
from handlers.chat.texts import Texts, words
from tests.handlers.chat.telegram import plain

TEXTS = Texts("en")


@given(st.text())
def test_a_name_is_one_line_of_plain_html_between_isolates(name: str) -> None:
    shown = plain(TEXTS.name(name))
    assert (shown[0], shown[-1]) == ("\u2068", "\u2069")
    inside = shown[1:-1]
    assert inside
    assert "\n" not in inside
    assert not set(inside) & set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@pytest.mark.parametrize("name", [None, "  ", "\u202e", "\u2069\u2069", "\n"])
def test_who_has_no_name_to_show_is_a_player(name: str | None) -> None:
    assert TEXTS.plain_name(name) == "\u2068Player\u2069"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_house_has_a_name_in_the_readers_language_played_again_or_not(language: str) -> None:
    texts = Texts(language)
    for level in Level:
        assert texts.name_alone(words.house(level)) == texts.house_name(level)
        assert texts.name_alone(words.again(words.again(words.house(level)))) == f"↻ {texts.house_name(level)}"
    assert texts.name_alone(words.again("")) == f"↻ {texts.former_player()}"


def test_who_has_been_forgotten_is_a_former_player() -> None:
    assert TEXTS.plain_name("") == "\u2068a former player\u2069"


@pytest.mark.parametrize("name", ["Bob", "👩\u200d🚀", "क्\u200dष", "<b>", "O'Hara"])
def test_a_name_keeps_its_own_characters(name: str) -> None:
    assert TEXTS.plain_name(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("value, shown", [(24, "+24"), (-10, "−10"), (-70, "−70"), (100, "+100")])
def test_points_have_a_sign(value: int, shown: str) -> None:
    assert words.points(value) == shown


def test_totals_are_mine_then_theirs_with_a_true_minus() -> None:
    assert words.totals(-31, 45) == "−31 : 45"
    assert words.totals(0, -182) == "0 : −182"


@pytest.mark.parametrize(
    "dice, scoring, shown",
    [
        ((1, 3, 3, 5, 6, 2, 2, 3, 6, 6), (3, 3, 6, 6, 6), "1 22 <u>33</u>3 5 <u>666</u>"),
        ((6,) * 10, (6,) * 5, "<u>66666</u>66666"),
        ((1, 2), (), "1 2"),
    ],
)
def test_the_dice_that_score_are_underlined_in_their_groups(
    dice: tuple[int, ...], scoring: tuple[int, ...], shown: str
) -> None:
    assert words.grouped(dice, scoring) == shown


def test_each_face_is_a_die() -> None:
    assert words.faces((1, 2, 3, 4, 5, 6)) == "⚀⚁⚂⚃⚄⚅"
    assert words.digits((1, 2, 6)) == "1 2 6"


def test_every_combination_has_a_label_of_its_own() -> None:
    assert [TEXTS.label(one) for one in Combination] == [
        *"123456", "2 kind", "3 kind", "4 kind", "Poker", "2+2", "3+2",
        "Minor Straight", "Major Straight", "Minor Sum", "Major Sum",
    ]  # fmt: skip


def test_a_moment_is_live_in_telegram_and_true_in_an_older_app() -> None:
    assert TEXTS.moment(1_800_086_400) == '<tg-time unix="1800086400" format="r">Sat 08:00 UTC</tg-time>'


@pytest.mark.parametrize(
    "seconds, shown",
    [(5 * MINUTE, "5 minutes"), (HOUR, "1 hour"), (12 * HOUR, "12 hours"), (DAY, "1 day"), (3 * DAY, "3 days")],
)
def test_a_pace_is_told_in_its_own_unit(seconds: int, shown: str) -> None:
    assert TEXTS.pace(seconds) == shown


@pytest.mark.parametrize(
    "seconds, shown",
    [
        (7 * DAY, "7 d"),
        (2 * DAY, "2 d"),
        (2 * DAY - 1, "47 h"),
        (HOUR, "1 h"),
        (HOUR - 1, "59 m"),
        (0, "0 m"),
        (-9, "0 m"),
    ],
)
def test_time_left_is_never_told_as_more_than_it_is(seconds: int, shown: str) -> None:
    assert TEXTS.time_left(seconds) == shown


def test_the_profile_fits_what_telegram_takes() -> None:
    assert 1 <= len(TEXTS.description()) <= 512
    assert 1 <= len(TEXTS.short_description()) <= 120
    for entry in TEXTS.commands():
        assert set(entry) == {"command", "description"}
        assert entry["command"].islower()
        assert 1 <= len(entry["description"]) <= 256
