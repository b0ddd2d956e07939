"""Past matches and ratings, in order and by pages."""

from __future__ import annotations

import pytest

from core.match import DAY, Status
from core.view import Outcome
from handlers.chat import screens
from handlers.chat.texts import Texts
from infra.histories import Past
from infra.records import Opponent
from infra.screen import Screen
from tests.handlers.chat.history_gallery import NOW, past, rated
from tests.handlers.chat.people import Names
from tests.handlers.chat.telegram import lines, rows

TEXTS, NAMES = Texts("en"), Names("Alice", "Bob")


def tables(screen: Screen) -> list[str]:
    taps = [button["callback_data"] for row in rows(screen) for button in row]
    return [tap.removeprefix("table:") for tap in taps if tap.startswith("table:")]


def told(status: Status, result: Outcome) -> str:
    match = Past(
        code="7K3MQ9XA",
        status=status,
        result=result,
        opponent_id=2,
        opponent_name="Bob",
        my_total=118,
        their_total=-64,
        ended_at=NOW + DAY,
    )
    return lines(screens.history(TEXTS, [match], 0))[2]


@pytest.mark.parametrize(
    "status, result, words",
    [
        (Status.FINISHED, Outcome.WON, "won 118 : −64"),
        (Status.FINISHED, Outcome.LOST, "lost 118 : −64"),
        (Status.FINISHED, Outcome.DRAWN, "draw 118 : −64"),
        (Status.RESIGNED, Outcome.WON, "won, resigned"),
        (Status.RESIGNED, Outcome.LOST, "lost, resigned"),
        (Status.FORFEITED, Outcome.WON, "won on time"),
        (Status.FORFEITED, Outcome.LOST, "lost on time"),
        (Status.ABANDONED, Outcome.NONE, "no result"),
        (Status.CANCELLED, Outcome.NONE, "no result"),
    ],
)
def test_a_past_match_is_told_by_its_opponent_how_it_ended(status: Status, result: Outcome, words: str) -> None:
    assert told(status, result) == f"1 Bob · {words}"


def test_matches_stand_under_the_day_on_which_they_ended() -> None:
    first, *others = past(NAMES, 3)
    second = others[0].model_copy(update={"ended_at": first.ended_at - 60})
    told = lines(screens.history(TEXTS, [first, second, others[1]], 0))
    assert [line[:2] for line in told] == ["Pa", "20", "1 ", "2 ", "20", "3 "]
    assert [told[1], told[4]] == ["2027-01-15", "2027-01-14"]


def test_every_past_match_has_its_button_on_exactly_one_page_beside_its_place() -> None:
    matches = past(NAMES, 20)
    pages = [screens.history(TEXTS, matches, page) for page in (1, 2, 3)]
    assert [tables(page) for page in pages] == [
        [match.code for match in matches[start : start + 9]] for start in (0, 9, 18)
    ]
    assert lines(pages[1])[2].startswith("10 ")
    assert rows(pages[0])[0][0]["text"].startswith("1 ")
    assert rows(pages[1])[0][0]["text"] == "10"


def test_ratings_are_in_order_with_the_player_among_them_and_without_whom_is_gone() -> None:
    friends = [Opponent(user_id=number, code=f"{number:08}", name=name) for number, name in enumerate(("Bob", "Carol"))]
    friends.append(Opponent(user_id=9, code="00000009", name="Zenobia"))
    records = {0: rated(1490, 200), 1: rated(1602)}
    assert lines(screens.top(TEXTS, rated(1514), friends, records, 0)) == [
        "Ratings · you and those you met",
        "1 Carol · 1602",
        "2 You · 1514",
        "3 Bob · 1490, settling",
    ]
