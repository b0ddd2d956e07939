"""Every screen against its golden file, and against the rules that hold for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.combinations import ORDER, Combination
from core.events import FirstHandDealt, MatchEnded, RoundRevealed, story
from core.match import Match, pick
from core.view import View, view
from handlers.chat import screens
from handlers.chat.texts import PAGES
from infra.screen import Screen
from tests.handlers.chat.conftest import FOLDER
from tests.handlers.chat.gallery import ALICE, BOB, BOT, LONGEST, MATCH, NOW, SCREENS, SHORT, SOLO, joined, longest
from tests.handlers.chat.people import Names
from tests.handlers.chat.telegram import CHOOSER, assert_taken, fixed_lines, html, lines, rows

WIDEST: Final = 38
WIDEST_LABEL: Final = 10
# Screens of a table at which there is no opponent yet; their first line is the news itself.
ALONE: Final = {"invitation", "invitation_past", "cancelled", "expired"}
WITH_TERMS: Final = ("invitation", "rematch_wanted", "duel_challenge", "joined_guest", "house_on", "rules_1")

Golden = Callable[[str, str], None]
everywhere = pytest.mark.parametrize("name", SCREENS)


def rendered(screen: Screen) -> str:
    """A screen as a person can review it; the marks that keep a name's direction are shown as ⟦ ⟧."""
    keyboard = "\n".join(" ".join(_rendered_button(button) for button in row) for row in rows(screen))
    text = f"{screen.method}\n{html(screen)}\n{keyboard}\n"
    if screen.method == "sendDocument":
        file = screen.parameters["document"]
        text += f"--- {file.name}\n\n{file.content.decode()}"
    if screen.method == "sendPhoto":
        text += f"--- {screen.parameters['photo'].name}\n"
    return text.replace("\u2068", "⟦").replace("\u2069", "⟧")


def _rendered_button(button: dict[str, Any]) -> str:
    target = button.get("callback_data") or button.get("url")
    if "copy_text" in button:
        target = f"copy {button['copy_text']['text']}"
    if CHOOSER in button:
        target = f"choose a chat for {button[CHOOSER]['query']}"
    return f"[{button['text']}|{target}]"


@everywhere
def test_a_screen_looks_as_its_golden_file_says(name: str, golden: Golden) -> None:
    short, long = SCREENS[name](SHORT), SCREENS[name](longest(name))
    golden(name, f"{rendered(short)}\n--- with the longest names\n\n{rendered(long)}")


def test_each_golden_file_belongs_to_a_screen() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCREENS)


@everywhere
def test_no_line_is_wider_than_a_phone(name: str) -> None:
    for line in fixed_lines(SCREENS[name](SHORT)):
        assert len(line) <= WIDEST, line


@everywhere
def test_labels_are_short_where_three_share_a_row(name: str) -> None:
    for names in (SHORT, *(Names(one, one) for one in LONGEST.values())):
        assert_labels_fit(SCREENS[name](names))


@everywhere
def test_telegram_takes_every_screen_whatever_the_names(name: str) -> None:
    longest_of_all = [(one, one) for one in LONGEST.values()]
    for names in (SHORT, *longest_of_all, ("", "\u202e"), ("&amp;", "</b>")):
        screen = SCREENS[name](Names(*names))
        assert_taken(screen)
        if screen.method == "sendMessage":
            assert_taken(screens.as_edit(screen))


@pytest.mark.parametrize("name", MATCH)
def test_the_first_line_of_a_match_names_the_opponent_or_the_news(name: str) -> None:
    first = lines(SCREENS[name](SHORT))[0]
    assert name in ALONE or re.search(r"\b(Alice|Bob|a former player)\b", first), first


@pytest.mark.parametrize("name", SOLO)
def test_the_first_line_of_a_match_alone_names_the_house_or_whose_hands_they_are(name: str) -> None:
    first = lines(SCREENS[name](SHORT))[0]
    assert re.search(r"\b(House|Alice|Bob)\b", first), first


@pytest.mark.parametrize("name", sorted(ALONE))
def test_a_table_without_an_opponent_begins_with_its_news(name: str) -> None:
    assert re.search(r"\btable\b", lines(SCREENS[name](SHORT))[0])


@pytest.mark.parametrize("name", WITH_TERMS)
def test_what_running_out_of_time_does_is_said_where_a_match_is_offered_or_begins(name: str) -> None:
    assert "Running out of time loses the match." in lines(SCREENS[name](SHORT))


@pytest.mark.parametrize("page", range(1, PAGES + 1))
def test_the_rules_lead_back_to_ones_matches_and_on_to_either_opponent(page: int) -> None:
    offered = [button["callback_data"] for row in rows(SCREENS[f"rules_{page}"](SHORT))[1:] for button in row]
    assert offered == ["matches:0", "new:1d", "solo:levels"]


@everywhere
def test_a_name_never_turns_the_words_around_it(name: str) -> None:
    text = html(SCREENS[name](Names(LONGEST["arabic"], LONGEST["arabic"])))
    isolated = [f"\u2068{mark}{LONGEST['arabic']}\u2069" for mark in ("", "↻ ")]
    assert text.count(LONGEST["arabic"]) == sum(map(text.count, isolated))
    assert text.count("\u2068") == text.count("\u2069")


@settings(max_examples=6)
@given(st.binary(min_size=32, max_size=32), st.permutations(ORDER), st.permutations(ORDER))
def test_every_phase_of_any_match_fits_a_phone_and_is_taken(
    secret: bytes, mine: list[Combination], theirs: list[Combination]
) -> None:
    match = joined(Names("Alice", "Carol"), is_novice=True).model_copy(update={"secret": secret})
    for one, other in zip(mine, theirs, strict=True):
        for user_id, combination in ((ALICE, one), (BOB, other)):
            for screen in _phase(match):
                _assert_fits(screen)
            match = pick(match, user_id, match.round, combination, 0, NOW)
    for screen in _phase(match):
        _assert_fits(screen)


@settings(max_examples=10)
@given(st.binary(min_size=32, max_size=32), st.lists(st.sampled_from(Combination), min_size=3, max_size=3, unique=True))
def test_a_screen_shows_nothing_of_a_pick_that_is_not_revealed(secret: bytes, picks: list[Combination]) -> None:
    start = joined(SHORT).model_copy(update={"secret": secret})
    seen = [
        [rendered(screen) for screen in _phase(pick(start, BOB, 1, combination, 0, NOW), seats=(0,))]
        for combination in picks
    ]
    assert seen[0] == seen[1] == seen[2]


def assert_labels_fit(screen: Screen) -> None:
    for row in rows(screen):
        assert len(row) < 3 or all(len(button["text"]) <= WIDEST_LABEL for button in row)


def _assert_fits(screen: Screen) -> None:
    assert_taken(screen)
    assert_labels_fit(screen)
    for line in fixed_lines(screen):
        assert len(line) <= WIDEST, line


def _phase(match: Match, seats: tuple[int, ...] = (0, 1)) -> list[Screen]:
    """All that may be shown of a match at a moment."""
    return [screen for seat in seats for screen in _shown(match, view(match, seat), seat)]


def _shown(match: Match, seen: View, seat: int) -> list[Screen]:
    last = story(match, seat)[-1]
    shown = [screens.tell(last, seen, BOT), screens.score(seen)]
    assert isinstance(last, FirstHandDealt | RoundRevealed | MatchEnded)
    if match.is_over:
        return shown
    shown += [screens.table(seen), screens.change(seen), screens.resign_question(seen), screens.past(seen, seen.round)]
    shown.append(screens.reminder(seen) if seen.my_pick is None else screens.reminded(seen))
    return shown
