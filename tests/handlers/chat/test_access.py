"""Screens for whoever hears them read, sees no colours or no pictures: words and digits say all that signs say."""

from __future__ import annotations

import re
from typing import Final

import pytest

from core.review import judged
from core.view import view
from handlers.chat import screens
from handlers.chat.texts.words import number, points
from infra.screen import Screen
from tests import catalogues
from tests.handlers.chat.gallery import SCREENS, SHORT, played
from tests.handlers.chat.people import Names
from tests.handlers.chat.telegram import lines, plain, rows, visible

FACES: Final = "⚀⚁⚂⚃⚄⚅"
SQUARES: Final = re.compile("(🎯|▫️?|💥)+")
everywhere = pytest.mark.parametrize("name", SCREENS)


def labels(screen: Screen) -> list[str]:
    return [button["text"] for row in rows(screen) for button in row]


def says_something(text: str) -> bool:
    return re.search(r"[^\W_]", text) is not None


@everywhere
def test_dice_have_their_digits_beside_them(name: str) -> None:
    for line in lines(SCREENS[name](SHORT)):
        faces = [str(FACES.index(sign) + 1) for sign in line if sign in FACES]
        assert not faces or line.endswith(" ".join(faces)), line


@everywhere
def test_signs_never_stand_alone(name: str) -> None:
    """But for squares, with what each says below them."""
    screen = SCREENS[name](SHORT)
    assert all(
        says_something(text) for text in (*labels(screen), *lines(screen)) if text and not SQUARES.fullmatch(text)
    )
    if any(SQUARES.fullmatch(line) for line in lines(screen)):
        assert visible(SHORT.texts.squares_key()) in lines(screen)


@everywhere
def test_a_button_with_a_colour_says_in_words_what_it_does(name: str) -> None:
    for row in rows(SCREENS[name](SHORT)):
        for button in row:
            if "style" in button:
                same = [other for other in row if other["text"] == button["text"]]
                assert same == [button]


@pytest.mark.parametrize("language", ["en", *catalogues.FOLDERS])
def test_the_cards_picture_is_told_whole_in_its_caption(language: str) -> None:
    names = Names("Alice", "Bob", language)
    texts, seen = names.texts, view(played(names, 16), 0)
    mine, theirs = judged(seen)
    caption = plain(screens.card(seen).parameters["caption"])
    for shown in (mine.shown, theirs.shown):
        assert points(shown.luck) in caption
        assert number(-shown.cost) in caption
    for throws in ([shown.mine for shown in seen.reveals], seen.rival.throws):
        for place, throw in enumerate(throws, start=1):
            assert f"{place}. {texts.label(throw.combination)} {points(throw.points)}" in caption


def test_a_shared_result_says_what_its_squares_say() -> None:
    [copied] = [
        button["copy_text"]["text"] for row in rows(SCREENS["won"](SHORT)) for button in row if "copy_text" in button
    ]
    assert SQUARES.search(copied)
    assert SHORT.texts.squares_key() in copied
