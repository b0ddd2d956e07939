"""Each event in each seat's own words, on time and late."""

from __future__ import annotations

import pytest

from core.events import FirstHandDealt, GuestJoined, MatchEnded, RematchOffered, RoundRevealed, TableOpened, story
from core.match import Match, Seat, join, resign, set_pace
from core.view import view
from handlers.chat import screens
from handlers.chat.read_tap import parse
from handlers.chat.tap import Cancel, Pace, Rematch, Tap
from infra.screen import Screen
from tests.handlers.chat.gallery import (
    ALICE,
    BOB,
    BOT,
    NOW,
    SHORT,
    challenge,
    challenge_as_before,
    drawn,
    joined,
    offered,
    opened,
    played,
)
from tests.handlers.chat.telegram import lines, rows


def taps(screen: Screen) -> list[Tap | None]:
    return [parse(button.get("callback_data", "")) for row in rows(screen) for button in row]


def test_an_invitation_has_the_code_the_link_and_the_seal() -> None:
    seen = view(opened(SHORT), 0)
    screen = screens.tell(TableOpened(), seen, BOT)
    assert "Code: 7K3M-Q9XA" in lines(screen)
    send, copy, cancel = (row[0] for row in rows(screen))
    assert copy["copy_text"]["text"] == f"https://t.me/{BOT}?start=7K3MQ9XA"
    assert f"start%3D{seen.code}" in send["url"]
    assert parse(cancel["callback_data"]) == Cancel(seen.code)
    assert seen.seal in "".join(lines(screen))


def test_the_pace_button_shows_the_pace_and_names_the_next_one() -> None:
    seen = view(opened(SHORT), 0)
    shown = []
    for _ in range(5):
        button = rows(screens.tell(TableOpened(), seen, BOT))[1][1]
        shown.append(button["text"])
        tap = parse(button["callback_data"])
        assert isinstance(tap, Pace)
        seen = view(set_pace(opened(SHORT), ALICE, tap.pace), 0)
    assert shown == ["Pace: 1 day", "Pace: 3 days", "Pace: 5 minutes", "Pace: 1 hour", "Pace: 1 day"]


def test_both_seats_see_the_same_seal_when_the_match_begins() -> None:
    match = joined(SHORT)
    for seat in (0, 1):
        assert view(match, seat).seal in "".join(lines(screens.tell(GuestJoined(), view(match, seat), BOT)))


def test_the_guest_agrees_to_a_rematch_by_naming_the_match_it_follows() -> None:
    match = offered(SHORT)
    assert taps(screens.tell(RematchOffered(), view(match, 1), BOT)) == [
        Rematch("7K3MQ9XA"),
        Cancel(match.code),
    ]


def test_the_host_can_take_a_rematch_back() -> None:
    match = offered(SHORT)
    assert taps(screens.tell(RematchOffered(), view(match, 0), BOT)) == [Cancel(match.code)]


def test_the_latest_reveal_comes_with_the_next_hand() -> None:
    seen = view(played(SHORT, 5), 0)
    assert screens.tell(RoundRevealed(5), seen, BOT) == screens.table(seen)


def test_an_earlier_reveal_told_late_is_a_reveal_alone() -> None:
    seen = view(played(SHORT, 5), 0)
    screen = screens.tell(RoundRevealed(4), seen, BOT)
    assert rows(screen) == []
    assert len(lines(screen)) == 4
    assert screen != screens.tell(RoundRevealed(3), seen, BOT)


def test_the_last_reveal_before_a_resignation_promises_no_hand() -> None:
    seen = view(resign(played(SHORT, 5), BOB, NOW), 0)
    assert rows(screens.tell(RoundRevealed(5), seen, BOT)) == []


def test_the_first_hand_told_late_is_what_became_of_it() -> None:
    seen = view(played(SHORT, 1), 0)
    assert screens.tell(FirstHandDealt(), seen, BOT) == screens.past(seen, 1)


@pytest.mark.parametrize("event, seat", [(TableOpened(), 0), (RematchOffered(), 0), (RematchOffered(), 1)])
def test_an_invitation_that_is_past_has_no_buttons(event: TableOpened | RematchOffered, seat: int) -> None:
    match = joined(SHORT) if isinstance(event, TableOpened) else resign(_agreed(), ALICE, NOW)
    assert rows(screens.tell(event, view(match, seat), BOT)) == []


def test_a_finished_match_reads_as_won_lost_or_drawn() -> None:
    match = played(SHORT, 16)
    assert lines(screens.tell(MatchEnded(), view(match, 0), BOT))[0].startswith("🏆 You beat Bob")
    assert lines(screens.tell(MatchEnded(), view(match, 1), BOT))[0].startswith("You lost to Alice")


def test_the_result_tells_the_last_round_and_the_secret() -> None:
    seen = view(played(SHORT, 16), 0)
    told = lines(screens.tell(MatchEnded(), seen, BOT))
    assert seen.secret is not None
    assert seen.secret in "".join(told)
    assert seen.seal in "".join(told)
    assert any(line.startswith("You ") and "·" in line for line in told)


def effect(match: Match, seat: int) -> str | None:
    screen = screens.tell(MatchEnded(), view(match, seat), BOT)
    assert "message_effect_id" not in screens.as_edit(screen).parameters
    return screen.parameters.get("message_effect_id")


def test_only_who_won_a_finished_match_gets_a_message_effect() -> None:
    assert effect(played(SHORT, 16), 0)
    assert effect(played(SHORT, 16), 1) is effect(drawn(SHORT), 0) is effect(drawn(SHORT), 1) is None
    assert effect(resign(played(SHORT, 3), BOB, NOW), 0) is None


def test_in_a_challenge_the_effect_is_for_who_did_better_with_the_same_hands() -> None:
    assert effect(challenge(SHORT, 16, seat=1), 1)
    assert effect(challenge(SHORT, 16), 0) is effect(challenge_as_before(SHORT), 0) is None


def test_a_match_that_was_begun_offers_a_rematch() -> None:
    for match in (played(SHORT, 16), resign(played(SHORT, 3), BOB, NOW), resign(joined(SHORT), BOB, NOW)):
        assert taps(screens.tell(MatchEnded(), view(match, 0), BOT))[0] == Rematch(match.code)


def test_the_squares_count_what_was_made_missed_and_costly() -> None:
    seen = view(played(SHORT, 10), 1)
    told = "\n".join(lines(screens.tell(MatchEnded(), view(resign(played(SHORT, 10), ALICE, NOW), 1), BOT)))
    mine = told.split("\nYou: luck")[1].split("\nAlice")[0]
    points = [shown.mine.points for shown in seen.reveals]
    assert mine.count("🎯") == sum(one > 0 for one in points)
    assert mine.count("▫") == points.count(-10)
    assert mine.count("💥") == points.count(-70)
    assert mine.index("\n") > 0


def test_no_message_before_the_end_tells_the_secret() -> None:
    match = played(SHORT, 15)
    secret = match.secret.hex()
    for seat in (0, 1):
        for event in story(match, seat):
            assert secret not in screens.tell(event, view(match, seat), BOT).parameters["text"].replace("\n", "")


def _agreed() -> Match:
    return join(offered(SHORT), Seat(user_id=ALICE, name=SHORT[0]), NOW)
