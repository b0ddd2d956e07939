"""What is shown of a match once it is over: luck and choice, the review, what is shared, the proof."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from core import proof
from core.combinations import ORDER
from core.events import MatchEnded
from core.match import DAY, Match, cancel, resign, settle
from core.review import judged
from core.view import view
from handlers.chat import payloads, screens
from handlers.chat.read_tap import parse
from handlers.chat.tap import Rematch
from handlers.chat.texts import Texts
from infra.screen import Screen
from tests.handlers.chat.gallery import (
    ALICE,
    BOB,
    BOT,
    CAROL,
    CODE,
    LONGEST,
    LONGEST_BOT,
    NOW,
    SHORT,
    challenge,
    drawn,
    house,
    joined,
    lost,
    picked,
    played,
    with_words,
)
from tests.handlers.chat.people import Names
from tests.handlers.chat.telegram import lines, plain, rows

ENDED = {
    "won": (played(SHORT, 16), 0),
    "lost": (played(SHORT, 16), 1),
    "drawn": (drawn(SHORT), 0),
    "resigned": (resign(played(SHORT, 10), ALICE, NOW), 1),
    "house": (house(16), 0),
    "challenge": (challenge(SHORT, 16, seat=1), 1),
    "words": (with_words(played(SHORT, 16)), 0),
}
ENDED_EARLY = {
    "resigned": (resign(played(SHORT, 10), ALICE, NOW), 1),
    "house": (resign(house(3), ALICE, NOW), 0),
    "challenge": (resign(challenge(SHORT, 5), CAROL, NOW), 0),
    "timed out": (settle(picked(played(SHORT, 3), BOB, ORDER[9]), NOW + DAY), 0),
    "called off": (cancel(lost(SHORT), ALICE, NOW), 0),
}
each_end = pytest.mark.parametrize("match, seat", ENDED.values(), ids=ENDED)
to_the_end = pytest.mark.parametrize(
    "match, seat",
    [end for name, end in ENDED.items() if name != "resigned"],
    ids=[name for name in ENDED if name != "resigned"],
)


def result(match: Match, seat: int, bot: str = BOT) -> Screen:
    return screens.tell(MatchEnded(), view(match, seat), bot)


def numbers(text: str) -> list[int]:
    return [int(found.replace("−", "-")) for found in re.findall(r"(?<!\w)[+−]?\d+(?!\w)", text)]


def labelled(screen: Screen, label: str) -> dict[str, Any]:
    return next(button for row in rows(screen) for button in row if button["text"] == label)


def shared(button: dict[str, Any]) -> tuple[str, str]:
    """The link that a share button sends, and the words."""
    query = parse_qs(urlsplit(button["url"]).query)
    return query["url"][0], query["text"][0]


@each_end
def test_the_result_tells_both_seats_luck_and_choices(match: Match, seat: int) -> None:
    told = [numbers(line.split(": ")[1]) for line in lines(result(match, seat)) if ": luck " in line]
    shown = [one.shown for one in judged(view(match, seat))]
    assert told == [[one.luck, -one.cost] for one in shown]


@pytest.mark.parametrize("match, seat", ENDED_EARLY.values(), ids=ENDED_EARLY)
def test_the_result_of_a_match_that_ended_early_adds_up(match: Match, seat: int) -> None:
    seen, told = view(match, seat), lines(result(match, seat))
    places = [place for place, line in enumerate(told) if ": luck " in line]
    parts = [[*numbers(told[place].split(": ")[1]), *numbers(told[place + 1])] for place in places]
    assert all(told[place + 1].endswith("  rounds not played") for place in places)
    assert [79 + sum(one) for one in parts] == [seen.my_total, seen.rival.total]


@each_end
def test_what_the_review_shows_adds_up(match: Match, seat: int) -> None:
    seen, told = view(match, seat), lines(screens.review(view(match, seat)))
    middle = told.index("")
    mine, theirs = told[1:middle], told[middle + 2 : told.index("", middle + 1)]
    assert told[middle + 1] == plain(Texts("en").name(seen.rival.name)).strip("\u2068\u2069")
    for shown, reached in ((mine, seen.my_total), (theirs, seen.rival.total)):
        *parts, total = [numbers(line)[0] for line in shown]
        assert total == sum(parts) == reached
        luck = next(line for line in shown if "luck" in line)
        assert numbers(luck)[0] == sum(numbers(luck)[1:])


@each_end
def test_the_review_has_a_line_for_each_round_and_names_the_turning_point(match: Match, seat: int) -> None:
    seen = view(match, seat)
    told = lines(screens.review(seen))
    start = told.index("Your pick → the best by what you knew") + 1
    turns = told[start : start + len(seen.reveals)]
    assert [line.split(" ")[0] for line in turns] == [str(number) for number in range(1, len(seen.reveals) + 1)]
    costs = [0 if line.endswith("the best") else numbers(line)[-1] for line in turns]
    assert sum(costs) == -judged(seen)[0].shown.cost
    assert any(re.match(r"Turning point: round \d+,", line) for line in told[start + len(turns) :])


@to_the_end
def test_the_shared_result_has_both_rows_and_opens_a_table(match: Match, seat: int) -> None:
    seen, screen = view(match, seat), result(match, seat)
    link, text = shared(labelled(screen, "Share result"))
    assert link == f"https://t.me/{BOT}?start={payloads.NEW}"
    rival = [throw.points for throw in seen.rival.throws]
    mine = [shown.mine.points for shown in seen.reveals]
    mark = {True: "🎯", False: "▫️"}
    _, told = text.split("\n", 1)
    rows_of_squares = told.removesuffix("\n🎯 made  ▫️ −10  💥 −70").split("\n\n")
    for squares, scored in zip(rows_of_squares, (mine, rival), strict=True):
        assert squares.replace("\n", "") == "".join("💥" if one == -70 else mark[one >= 0] for one in scored)
    copied = labelled(screen, "Copy result")["copy_text"]["text"]
    assert copied == f"{text}\n\n{link}"


@pytest.mark.parametrize("name", LONGEST.values(), ids=LONGEST)
def test_a_result_can_be_copied_with_the_longest_names(name: str) -> None:
    screen = result(played(Names(name, name), 16), 1, LONGEST_BOT)
    assert len(labelled(screen, "Copy result")["copy_text"]["text"].encode("utf-16-le")) // 2 <= 256


@to_the_end
def test_could_you_do_better_deals_these_hands_again(match: Match, seat: int) -> None:
    link, text = shared(labelled(result(match, seat), "Could you do better?"))
    payload = link.split("?start=")[1]
    assert payloads.parse_challenge(payload) == (match.code, match.challenge_token(seat))
    assert re.fullmatch("[A-Za-z0-9_-]{1,64}", payload)
    assert str(abs(view(match, seat).my_total)) in text


@pytest.mark.parametrize("match, seat", ENDED_EARLY.values(), ids=ENDED_EARLY)
def test_what_ended_early_is_shared_with_how_it_ended_and_its_revealed_rounds_alone(match: Match, seat: int) -> None:
    seen, screen = view(match, seat), result(match, seat)
    link, text = shared(labelled(screen, "Share result"))
    assert link == f"https://t.me/{BOT}?start={payloads.NEW}"
    assert labelled(screen, "Copy result")["copy_text"]["text"] == f"{text}\n\n{link}"
    _, how, *squares = text.removesuffix("\n🎯 made  ▫️ −10  💥 −70").split("\n")
    assert re.search(f"(wins|No winner) · .* in round {seen.round}$", how)
    assert len(re.findall("🎯|▫️|💥", "".join(squares))) == 2 * len(seen.reveals)
    assert "Could you do better?" not in [button["text"] for row in rows(screen) for button in row]


def test_a_match_without_a_round_has_a_proof_and_no_review() -> None:
    labels = [button["text"] for row in rows(result(resign(joined(SHORT), BOB, NOW), 0)) for button in row]
    assert labels == ["Rematch", "Proof"]


def test_no_view_of_a_match_under_way_has_a_proof() -> None:
    for match in (played(SHORT, 15), house(15), challenge(SHORT, 15)):
        with pytest.raises(ValueError, match="once it was played"):
            screens.proof(view(match, 0))


@each_end
def test_the_proof_passes_its_check_and_is_the_same_for_both_seats(match: Match, seat: int) -> None:
    screen = screens.proof(view(match, seat))
    file = screen.parameters["document"]
    checked = proof.check(file.content)
    assert file.name == f"7776-{match.code}.json"
    assert checked["secret"] == match.secret.hex()
    names = [Texts("en").name_alone(player.name) for player in match.seats]
    assert [checked[one]["name"] for one in ("host", "guest")] == names
    assert [checked[one]["lucky_word"] for one in ("host", "guest")] == [player.word for player in match.seats]
    assert checked["totals"][("host", "guest")[seat]] == view(match, seat).my_total
    if match.house_seat is None:
        assert screens.proof(view(match, 1 - seat)).parameters["document"] == file


def test_the_proof_of_a_match_with_the_house_checks_its_picks_too() -> None:
    file = screens.proof(view(house(16), 0)).parameters["document"]
    content = json.loads(file.content)
    assert content["guest"]["level"] == "best"
    content["rounds"][0]["guest"]["pick"] = next(
        str(one) for one in ORDER if one.value != content["rounds"][0]["guest"]["pick"]
    )
    with pytest.raises(proof.ProofError):
        proof.check(proof.dumps(content))


def test_lucky_words_are_told_with_the_secret_and_not_before() -> None:
    told = lines(result(with_words(played(SHORT, 16)), 1))
    assert "Lucky word of Bob: удача" in told
    assert "Lucky word of Alice: clover" in told
    assert not any("ucky word" in line for line in lines(result(played(SHORT, 16), 1)))
    before = with_words(played(SHORT, 15))
    assert "clover" not in str(screens.table(view(before, 1)))


def test_a_challenge_is_tried_again_and_a_match_rematched() -> None:
    for match, seat, label in (
        *((one, 0, "Rematch") for one in (house(16), drawn(SHORT))),
        (*ENDED["challenge"], "Try again"),
    ):
        assert parse(labelled(result(match, seat), label)["callback_data"]) == Rematch(match.code)


def test_a_challenge_compares_round_by_round() -> None:
    match, seat = ENDED["challenge"]
    seen, told = view(match, seat), lines(result(match, seat))
    start = next(place for place, line in enumerate(told) if line.startswith("Round by round")) + 1
    totals = [0, 0]
    for number, (shown, throw) in enumerate(zip(seen.reveals, seen.rival.throws, strict=True), start=1):
        totals = [totals[0] + shown.mine.points, totals[1] + throw.points]
        assert numbers(told[start + number - 1]) == [number, shown.mine.points, throw.points, *totals]
    assert numbers(told[0]) == totals


def test_nobody_is_told_what_was_played_first_before_the_end() -> None:
    one = challenge(SHORT, 15)
    assert CODE not in str(screens.table(view(one, 0)))
    assert screens.table(view(one, 0)) == screens.table(view(_another_first(one), 0))


def _another_first(match: Match) -> Match:
    """The same challenge, had it been played first with other picks."""
    assert match.challenge is not None
    first = match.challenge.model_copy(update={"picks": match.challenge.picks[::-1]})
    return match.model_copy(update={"challenge": first})
