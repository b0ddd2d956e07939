"""The contact sheet of screens: what it shows, and what it finds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from handlers.chat import keyboards
from handlers.chat.screens.message import message
from tests.browser.sheet import AROUND, OF_MATCHES, Sheet, sheet
from tests.handlers.chat.gallery import SCREENS

WHOLE_LINE = "This line is as long as is shown whole"
LONG_LINE = "This line is longer than a phone of that width shows in one piece"
LONG_LABEL = "A label that is longer than half a row"


@pytest.fixture
def shown(browser: Browser) -> Iterator[Sheet]:
    with sheet(browser) as page:
        yield page


def test_every_screen_is_on_one_of_the_sheets() -> None:
    groups = [AROUND, *OF_MATCHES.values()]
    assert sorted(name for group in groups for name in group) == sorted(SCREENS)


def test_each_language_has_a_column(shown: Sheet) -> None:
    shown.show(["en", "de"], {"start": SCREENS["start"], "card": SCREENS["card"]})
    picture = shown.photograph()
    assert picture.width >= 2 * 360
    assert picture.crop((0, 0, 360, picture.height)) != picture.crop((368, 0, 728, picture.height))


def test_what_a_phone_does_not_show_whole_is_named(shown: Sheet) -> None:
    short, long = keyboards.button("Rules", "rules:1"), keyboards.button(LONG_LABEL, "rules:2")
    screen = message(WHOLE_LINE, LONG_LINE, keyboard=keyboards.keyboard([short, long]))
    shown.show(["en"], {"one": lambda _: screen})
    assert shown.cut() == [f"one: {LONG_LABEL}"]
    assert shown.wrapped() == [f"one: {LONG_LINE}"]
