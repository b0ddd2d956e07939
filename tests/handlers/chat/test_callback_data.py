"""What buttons say: written, read back, and forged."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.codes import ALPHABET, LENGTH
from core.combinations import Combination
from core.levels import Level
from core.match import DAY, HOUR, MINUTE
from core.preferences import Confirm
from handlers.chat import callback_data as data
from handlers.chat.read_tap import MAX_BYTES, parse
from handlers.chat.tap import (
    AskBefore,
    Back,
    Cancel,
    Card,
    Change,
    Coach,
    Forget,
    ForgetNow,
    Friend,
    History,
    Matches,
    More,
    New,
    OfTable,
    Pace,
    Pick,
    PickNow,
    Privacy,
    Proof,
    Rematch,
    Resign,
    ResignNow,
    Review,
    Rules,
    Score,
    Set,
    Settings,
    Solo,
    Statistics,
    Table,
    Top,
)
from handlers.chat.texts.settings import SETTINGS

CODE = "7K3MQ9XA"

codes = st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH)
rounds = st.integers(1, 16)
combinations = st.sampled_from(Combination)
counts = st.integers(0, 999)
pages = st.integers(0, 999)


@given(codes, rounds, combinations, counts)
def test_a_pick_is_read_as_it_was_written(code: str, match_round: int, combination: Combination, nth: int) -> None:
    written = data.pick(code, match_round, combination, nth)
    assert parse(written) == Pick(code, match_round, combination, nth)
    assert len(written.encode()) <= MAX_BYTES


@given(codes, rounds)
def test_a_change_is_read_as_it_was_written(code: str, match_round: int) -> None:
    assert parse(data.change(code, match_round)) == Change(code, match_round)


@given(codes)
def test_what_names_a_table_alone_is_read_as_it_was_written(code: str) -> None:
    pairs: list[tuple[Callable[[str], str], type[OfTable]]] = [
        (data.table, Table),
        (data.score, Score),
        (data.resign, Resign),
        (data.resign_now, ResignNow),
        (data.cancel, Cancel),
        (data.rematch, Rematch),
        (data.review, Review),
        (data.proof, Proof),
        (data.coach, Coach),
        (data.friend, Friend),
    ]
    for write, read in pairs:
        assert parse(write(code)) == read(code)


@given(pages)
def test_pages_are_read_as_they_were_written(page: int) -> None:
    assert parse(data.rules(page)) == Rules(page)
    assert parse(data.matches(page)) == Matches(page)
    assert parse(data.statistics(page)) == Statistics(page)
    assert parse(data.history(page)) == History(page)
    assert parse(data.top(page)) == Top(page)


@pytest.mark.parametrize(
    "written, pace", [("new:5m", 5 * MINUTE), ("new:1h", HOUR), ("new:1d", DAY), ("new:3d", 3 * DAY)]
)
def test_a_pace_is_one_of_four(written: str, pace: int) -> None:
    assert data.new(pace) == written
    assert parse(written) == New(pace)
    named = data.pace(CODE, pace)
    assert named == f"pace:{CODE}:{written.removeprefix('new:')}"
    assert parse(named) == Pace(CODE, pace)


def test_a_match_with_the_house_is_asked_for_by_level_or_without_one() -> None:
    assert [data.solo(level) for level in Level] == ["solo:random", "solo:greedy", "solo:best"]
    assert [parse(data.solo(level)) for level in Level] == [Solo(level) for level in Level]
    assert parse(data.solo()) == Solo(None)


def test_the_buttons_to_come_are_read() -> None:
    assert parse(data.more(CODE, 1_800_000_000)) == More(CODE, 1_800_000_000)
    assert parse(f"card:{CODE}") == Card(CODE)


def test_every_value_of_every_setting_is_read_as_it_was_written() -> None:
    for name, values in SETTINGS.items():
        for value in values:
            assert parse(data.set_to(name, value)) == Set(name, value)


def test_what_needs_no_more_words_is_read() -> None:
    taps = {
        data.SETTINGS: Settings(),
        data.PRIVACY: Privacy(),
        data.FORGET: Forget(),
        data.FORGET_NOW: ForgetNow(),
    }
    assert {word: parse(word) for word in taps} == taps
    assert parse(data.FORGET) != parse(data.FORGET_NOW)


@given(codes, rounds, combinations, counts)
def test_a_confirmed_pick_is_another_tap_than_the_one_that_may_be_asked_about(
    code: str, match_round: int, combination: Combination, nth: int
) -> None:
    written = data.pick_now(code, match_round, combination, nth)
    assert parse(written) == PickNow(code, match_round, combination, nth)
    assert parse(written) != parse(data.pick(code, match_round, combination, nth))
    assert parse(data.back(code, match_round)) == Back(code, match_round)


@pytest.mark.parametrize("confirm", Confirm)
def test_the_answer_to_an_offer_is_read_as_it_was_written(confirm: Confirm) -> None:
    assert parse(data.ask_before(CODE, confirm)) == AskBefore(CODE, confirm)


def test_asking_to_resign_is_not_resigning() -> None:
    assert parse(f"resign:{CODE}") != parse(f"resign!:{CODE}")


@pytest.mark.parametrize(
    "forged",
    [
        "",
        ":",
        "pick",
        "nothing",
        f"nothing:{CODE}",
        f"pick:{CODE}:1:two",
        f"pick:{CODE}:1:two:0:0",
        f"pick:{CODE}:0:two:0",
        f"pick:{CODE}:17:two:0",
        f"pick:{CODE}:01:two:0",
        f"pick:{CODE}:+1:two:0",
        f"pick:{CODE}: 1:two:0",
        f"pick:{CODE}:1_0:two:0",
        f"pick:{CODE}:1.0:two:0",
        f"pick:{CODE}:one:two:0",
        f"pick:{CODE}:1:two:-1",
        f"pick:{CODE}:1:two:00",
        f"pick:{CODE}:1:two:01",
        f"pick:{CODE}:1:two:1000",
        f"pick:{CODE}:1:two:",
        f"pick:{CODE}:1:7:0",
        f"pick:{CODE}:1:TWO:0",
        f"pick:{CODE}:1:a:0",
        f"pick:{CODE}:1::0",
        "pick:7K3M-Q9XA:1:two:0",
        "pick:7k3mq9xa:1:two:0",
        "pick:OK3MQ9XA:1:two:0",
        "pick:7K3MQ9X:1:two:0",
        "pick:7K3MQ9XAA:1:two:0",
        "pick::1:two:0",
        f"change:{CODE}",
        f"change:{CODE}:0",
        f"change:{CODE}:17",
        f"change:{CODE}:1:1",
        "table",
        "table:",
        f"table:{CODE}:1",
        f" table:{CODE}",
        f"table:{CODE} ",
        f"table:{CODE}\n",
        f"Table:{CODE}",
        f"resign!!:{CODE}",
        f"more:{CODE}:0",
        f"more:{CODE}:-1",
        f"more:{CODE}:999999999999",
        "new",
        "new:",
        "new:86400",
        "new:2d",
        "rules:-1",
        "rules:1000",
        "rules:٣",
        "matches:x",
        "set:coach",
        "set:coach:on:off",
        "set:coach:yes",
        "set:language:fr",
        "set:language:pt_BR",
        "set:theme:dark",
        "settings:",
        f"ask:{CODE}:sometimes",
        f"back:{CODE}:17",
        "solo:",
        "solo:None",
        "solo:worst",
        "solo:BEST",
        f"table:{CODE}" + ":" * 60,
        "x" * 64,
        "x" * 10_000,
        "pick:7K3MQ9XA:1:two:０",
    ],
)
def test_whatever_no_button_says_is_read_as_nothing(forged: str) -> None:
    assert parse(forged) is None


@given(st.one_of(st.text(max_size=80), st.text(":pick0123456789XA+!_", max_size=64)))
@example("pick:7K3MQ9XA:1:two:" + "9" * 44)
def test_any_text_at_all_is_read_without_an_error(text: str) -> None:
    parse(text)


@given(
    st.sampled_from([data.pick(CODE, 3, Combination.POKER, 2), data.change(CODE, 3), data.new(), data.rules(3)]),
    st.integers(0, 30),
    st.characters(max_codepoint=0x7F),
)
def test_what_is_read_is_what_a_button_could_have_said(written: str, at: int, character: str) -> None:
    """One character changed: the data is refused, or means exactly what it says."""
    changed = written[:at] + character + written[at + 1 :]
    tap = parse(changed)
    rewritten = {
        Pick: lambda: data.pick(tap.code, tap.round, tap.combination, tap.nth),  # type: ignore[union-attr]
        Change: lambda: data.change(tap.code, tap.round),  # type: ignore[union-attr]
        New: lambda: data.new(tap.pace),  # type: ignore[union-attr]
        Rules: lambda: data.rules(tap.page),  # type: ignore[union-attr]
    }
    assert tap is None or rewritten[type(tap)]() == changed
