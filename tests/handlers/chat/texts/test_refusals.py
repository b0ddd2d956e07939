"""Each refusal has its own sentence, which fits a toast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from core.combinations import Combination
from core.match import Match, Refusal
from core.view import view
from handlers.chat.texts import Texts
from tests.handlers.chat.gallery import ALICE, LONGEST, SHORT, joined, offered, opened, picked, played
from tests.handlers.chat.people import Names

TEXTS = Texts("en")


def said(refusal: Refusal, match: Match | None = None, names: Sequence[str] = SHORT[:2], **facts: object) -> str:
    seen = view(match, 0) if match else None
    text: str = TEXTS.refusal(refusal, seen, names=names, **facts)  # type: ignore[arg-type]
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize("refusal", Refusal)
def test_each_refusal_is_one_short_sentence_even_for_who_sees_nothing_of_the_match(refusal: Refusal) -> None:
    sentence = said(refusal, match_round=5, combination=Combination.POKER)
    assert sentence.endswith(".")
    assert "None" not in sentence
    assert len(sentence) <= 200


@pytest.mark.parametrize("refusal", Refusal)
@pytest.mark.parametrize("name", LONGEST.values(), ids=LONGEST)
def test_a_refusal_fits_a_toast_with_the_longest_names(refusal: Refusal, name: str) -> None:
    text = TEXTS.refusal(
        refusal,
        view(played(Names(name, name), 5), 0),
        match_round=16,
        combination=Combination.MAJOR_STRAIGHT,
        names=(name, name),
    )
    assert len(text.encode("utf-16-le")) // 2 <= 200


def test_each_refusal_has_words_of_its_own() -> None:
    facts: dict[str, Any] = {"match_round": 5, "combination": Combination.POKER}
    sentences = [said(refusal, picked(played(SHORT, 5), ALICE, Combination.TWOS), **facts) for refusal in Refusal]
    assert len(set(sentences)) == len(Refusal)


def test_an_old_round_is_told_from_the_present_one() -> None:
    sentence = said(Refusal.ROUND_OVER, played(SHORT, 5), match_round=5)
    assert sentence == "Round 5 is over; round 6 is below. You picked Major Straight."


def test_a_used_combination_is_named() -> None:
    assert said(Refusal.COMBINATION_USED, combination=Combination.THREE_PLUS_TWO) == "You have used 3+2."


def test_the_pick_that_stands_is_named_and_not_the_tapped_one() -> None:
    match = picked(joined(SHORT), ALICE, Combination.THREE_PLUS_TWO)
    sentence = said(Refusal.OTHER_PICK_STANDS, match, combination=Combination.POKER)
    assert sentence == "You picked 3+2; tap Change to pick another."


@pytest.mark.parametrize(
    "names, sentence",
    [
        (("Alice", "Bob"), "This is Alice and Bob's table."),
        (("Alice",), "This is Alice's table."),
    ],
)
def test_a_stranger_is_told_whose_table_it_is(names: tuple[str, ...], sentence: str) -> None:
    assert said(Refusal.STRANGER, names=names) == sentence


def test_a_full_table_says_who_plays_there() -> None:
    assert said(Refusal.FULL) == "This table is full: Alice plays Bob here."


def test_a_table_that_waits_says_for_whom() -> None:
    assert said(Refusal.NOT_STARTED, opened(SHORT)) == "Nobody has joined this table yet."
    assert said(Refusal.NOT_STARTED, offered(SHORT)) == "The rematch with Alice has not started yet."


def test_a_toast_keeps_a_name_as_it_is_typed_and_a_message_escapes_it() -> None:
    sentence = TEXTS.refusal(Refusal.STRANGER, names=("<b>", "&"))
    assert "<b>" in sentence
    assert "&lt;" not in sentence


def test_a_pick_is_confirmed_with_whom_it_waits_for() -> None:
    assert TEXTS.toast_picked(Combination.MAJOR_SUM) == "You picked Major Sum."
    assert TEXTS.toast_picked(Combination.MAJOR_SUM, "Bob") == "You picked Major Sum. Waiting for \u2068Bob\u2069."


def test_every_toast_fits() -> None:
    toasts = [
        TEXTS.toast_outdated(),
        TEXTS.toast_change(),
        TEXTS.not_found("7K3MQ9XA"),
        *(TEXTS.toast_picked(Combination.MAJOR_STRAIGHT, name) for name in LONGEST.values()),
    ]
    assert all(len(toast.encode("utf-16-le")) // 2 <= 200 for toast in toasts)


def test_an_unknown_code_is_told_as_people_read_it() -> None:
    assert TEXTS.not_found("7K3MQ9XA") == "No table has the code 7K3M-Q9XA."
