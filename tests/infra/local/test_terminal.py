"""Columns in a terminal: widths, line breaks, and two blocks side by side."""

from __future__ import annotations

import pytest

from infra.local.terminal import padded, side_by_side, width, wrapped


@pytest.mark.parametrize(
    "text, cells",
    [("abc", 3), ("🎲", 2), ("⚀⚅", 2), ("漢字", 4), ("\u2068Bob\u2069", 3), ("e\u0301", 1), ("⚠️", 2), ("", 0)],
)
def test_text_is_as_wide_as_a_terminal_shows_it(text: str, cells: int) -> None:
    assert width(text) == cells


def test_a_line_breaks_between_words() -> None:
    assert wrapped("You picked Poker. Waiting for Bob.", 20) == ["You picked Poker.", "Waiting for Bob."]


def test_a_word_that_is_too_long_is_broken_and_nothing_is_lost() -> None:
    lines = wrapped("漢字漢字漢字 abcdefghij", 5)
    assert all(width(line) <= 5 for line in lines)
    assert "".join(lines).replace(" ", "") == "漢字漢字漢字abcdefghij"


def test_what_fits_stays_as_it_is_spaces_included() -> None:
    assert wrapped("Your dice  ⚀⚀⚁⚄⚅  1 1 2 5 6", 38) == ["Your dice  ⚀⚀⚁⚄⚅  1 1 2 5 6"]
    assert wrapped("", 38) == [""]


def test_blocks_stand_side_by_side_however_long_each_is() -> None:
    assert side_by_side(["🎲 x", "y"], ["1", "2", "3"], 5) == ["🎲 x  │ 1", "y     │ 2", "      │ 3"]


def test_own_words_stand_on_the_right() -> None:
    assert padded("taps", 6, to_the_right=True) == "  taps"
