"""The booklet agrees with the rules."""

from __future__ import annotations

import re

import pytest

from core.combinations import Combination, score
from handlers.chat.texts import PAGES, Texts
from tests.handlers.chat.telegram import plain

TEXTS = Texts("en")
PAGE_NUMBERS = range(1, PAGES + 1)
LABELS = {TEXTS.label(one): one for one in Combination}


def examples(page: int) -> list[tuple[list[int], Combination, str, str]]:
    found = re.findall(r"^([1-6 ]{10,}) · (.+) ([✓✗]) (.+)$", plain(TEXTS.page(page)), re.MULTILINE)
    return [
        ([int(die) for die in dice.replace(" ", "")], LABELS[label], mark, told) for dice, label, mark, told in found
    ]


@pytest.mark.parametrize("page", PAGE_NUMBERS)
def test_each_page_has_examples_that_agree_with_the_rules(page: int) -> None:
    assert examples(page)
    for dice, combination, mark, told in examples(page):
        points = score(combination, dice)
        assert told == (f"+{points}" if points > 0 else f"−{-points}")
        assert mark == ("✓" if points > 0 else "✗")


def test_the_booklet_shows_every_kind_of_combination() -> None:
    shown = {combination for page in PAGE_NUMBERS for _, combination, _, _ in examples(page)}
    values = set(list(Combination)[:6])
    assert shown >= set(Combination) - values
    assert shown & values


def test_the_booklet_names_each_cost_and_each_price() -> None:
    everything = " ".join(plain(TEXTS.page(page)) for page in PAGE_NUMBERS)
    for fact in ("−70", "−10", "40", "10 ×", "15", "20", "70 minus"):
        assert fact in everything
