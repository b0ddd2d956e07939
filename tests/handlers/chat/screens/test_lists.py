"""A player's matches in order, paged, and the score card."""

from __future__ import annotations

import re

from core.combinations import Combination
from core.match import DAY, HOUR, MINUTE, Match
from core.view import View, view
from handlers.chat import screens
from handlers.chat.read_tap import parse
from handlers.chat.tap import Cancel, Matches, Resign, ResignNow, Score, Table, Tap
from handlers.chat.texts import Texts
from infra.screen import Screen
from tests.handlers.chat.gallery import ALICE, BOB, NOW, SHORT, joined, offered, opened, picked, played
from tests.handlers.chat.telegram import lines, rows

TEXTS = Texts("en")


def of(match: Match, code: str, left: int = DAY, seat: int = 0) -> View:
    return view(match.model_copy(update={"code": code, "deadline": NOW + left}), seat)


def taps(screen: Screen) -> list[Tap | None]:
    return [parse(button["callback_data"]) for row in rows(screen) for button in row]


def tables(screen: Screen) -> list[str]:
    return [tap.code for tap in taps(screen) if isinstance(tap, Table)]


def test_what_waits_for_me_comes_first_and_what_ends_first_before_that() -> None:
    waiting = picked(joined(SHORT), ALICE, Combination.POKER)
    views = [
        of(opened(SHORT), "00000005", HOUR),
        of(waiting, "00000004", MINUTE),
        of(joined(SHORT), "00000002", 2 * HOUR),
        of(offered(SHORT), "00000003", 6 * DAY, seat=1),
        of(joined(SHORT), "00000001", HOUR),
    ]
    screen = screens.matches(TEXTS, views, 0, NOW)
    assert tables(screen) == [f"0000000{number}" for number in (1, 2, 3, 4, 5)]
    headings = [line for line in lines(screen) if "·" not in line]
    assert headings == ["Your move", "Their move", "Waiting for a friend"]


def test_a_line_tells_the_opponent_the_round_the_time_left_and_the_totals() -> None:
    seen = of(played(SHORT, 5), "7K3MQ9XA", 5 * HOUR)
    totals = f"{seen.my_total} : {seen.their_total}".replace("-", "−")
    assert lines(screens.matches(TEXTS, [seen], 0, NOW))[1] == f"Bob · round 6 · 5 h · {totals}"


def test_every_match_has_its_button_on_exactly_one_page() -> None:
    views = [of(joined(SHORT), f"{number:08}", HOUR + number) for number in range(20)]
    pages = [tables(screens.matches(TEXTS, views, page, NOW)) for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [9, 9, 2]
    assert sum(pages, []) == [seen.code for seen in views]  # noqa: RUF017


def test_page_0_is_a_new_message_and_turning_replaces_one() -> None:
    views = [of(joined(SHORT), f"{number:08}") for number in range(20)]
    first, turned = screens.matches(TEXTS, views, 0, NOW), screens.matches(TEXTS, views, 1, NOW)
    assert (first.method, turned.method) == ("sendMessage", "editMessageText")
    assert first.parameters == turned.parameters
    assert Matches(2) in taps(first)


def test_a_page_that_is_no_longer_there_shows_the_last_one() -> None:
    views = [of(joined(SHORT), f"{number:08}") for number in range(10)]
    assert tables(screens.matches(TEXTS, views, 999, NOW)) == ["00000009"]


def test_without_a_match_the_list_offers_to_play() -> None:
    assert screens.matches(TEXTS, [], 0, NOW) == screens.no_matches(TEXTS)
    assert screens.matches(TEXTS, [], 3, NOW).method == "editMessageText"


def test_two_matches_with_one_friend_are_told_apart_on_their_buttons() -> None:
    """By words: "Bob · 5" would look like a score."""
    views = [of(joined(SHORT), "00000001"), of(played(SHORT, 5), "00000002"), of(offered(SHORT), "00000003", seat=1)]
    buttons = [button for row in rows(screens.matches(TEXTS, views, 0, NOW))[:-1] for button in row]
    labels = [re.sub("[\u2068\u2069]", "", button["text"]) for button in buttons]
    assert labels == ["Round 1 · Bob", "Round 6 · Bob", "Rematch · Bob"]


def test_choosing_asks_for_exactly_the_tables_given() -> None:
    views = [of(joined(SHORT), "00000001"), of(played(SHORT, 5), "00000002")]
    assert taps(screens.choose(TEXTS, views, "resign")) == [
        Resign("00000001"),
        Resign("00000002"),
    ]
    assert taps(screens.choose(TEXTS, views, "score"))[0] == Score("00000001")
    assert taps(screens.choose(TEXTS, views, "cancel"))[0] == Cancel("00000001")


def test_choosing_among_very_many_still_makes_a_message_that_telegram_takes() -> None:
    views = [of(joined(SHORT), f"{number:08}") for number in range(150)]
    assert len(taps(screens.choose(TEXTS, views, "score"))) <= 100


def test_the_score_card_has_16_rows_with_open_ones_as_dots() -> None:
    seen = view(played(SHORT, 5), 0)
    card = [line for line in lines(screens.score(seen)) if " : " in line][1:-1]
    assert len(card) == 16
    assert sum(line.split("  ")[1].split(" : ")[0] != "·" for line in card) == 5
    mine = {shown.mine.combination: shown.mine.points for shown in seen.reveals}
    for combination, line in zip(Combination, card, strict=True):
        box = line.split("  ")[1].split(" : ")[0].replace("−", "-")
        assert box == (f"{mine[combination]:+d}" if combination in mine else "·")


def test_the_seal_stands_under_the_score_card() -> None:
    seen = view(played(SHORT, 5), 1)
    assert seen.seal in lines(screens.score(seen))


def test_a_pick_before_its_reveal_is_not_on_the_score_card() -> None:
    match = played(SHORT, 5)
    assert screens.score(view(picked(match, BOB, Combination.ONES), 0)) == screens.score(view(match, 0))
    assert screens.score(view(picked(match, ALICE, Combination.ONES), 0)) == screens.score(view(match, 0))


def test_resigning_is_asked_first() -> None:
    seen = view(played(SHORT, 5), 0)
    assert taps(screens.resign_question(seen)) == [ResignNow(seen.code), Table(seen.code)]
