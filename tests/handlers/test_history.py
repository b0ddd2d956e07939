"""What was played, as players reach it: friends from the statistics, past matches, ratings, a result's own lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.match import DAY, Match
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot, newest
from tests.handlers.deliveries import seat_of
from tests.handlers.updates import typed
from tests.infra.stores import CODE, begun, played

Buttons = dict[str, str]


class Friends:
    """Alice has played with Bob, and with nobody else; Carol with nobody yet."""

    def __init__(self, bot: WholeBot) -> None:
        bot.begin_test()
        self.bot = bot
        self.alice, self.bob, self.carol = bot.people("Alice", "Bob", "Carol")
        bot.now += 120
        self.first = self.play(self.alice, self.bob, CODE)

    def play(self, host: Phone, guest: Phone, code: str) -> Match:
        """A match to its end, all of it told."""
        match = begun(code, seat_of(host), seat_of(guest))
        last = self.bot.seat(played(match.model_copy(update={"created_at": self.bot.now}), 15))
        for index, phone in enumerate((host, guest)):
            self.bot.tap(phone, f"pick:{code}:16:{last.open_combinations(index)[0]}:0")
        self.bot.now += 60
        return self.bot.match(code)


@pytest.fixture
def friends(bot: WholeBot) -> Friends:
    return Friends(bot)


def text(phone: Phone) -> str:
    return bare(phone.last()["text"])


def bare(told: str) -> str:
    return told.replace("\u2068", "").replace("\u2069", "").replace("<b>", "").replace("</b>", "")


def buttons(markup: dict[str, Any]) -> Buttons:
    rows = markup["reply_markup"]["inline_keyboard"]
    return {bare(button["text"]): button.get("callback_data", "") for row in rows for button in row}


def test_a_result_says_what_it_did_to_the_rating_and_from_the_second_match_on_how_the_two_stand(
    friends: Friends,
) -> None:
    assert "You and Bob" not in text(friends.alice)
    tally = friends.first.tally
    assert tally is not None
    assert f"Rating {tally.ratings[0]} (" in text(friends.alice)
    assert f"Rating {tally.ratings[1]} (" in text(friends.bob)
    again = friends.play(friends.bob, friends.alice, "00000001").tally
    assert again is not None
    drawn = f" · {again.drawn} drawn" if again.drawn else ""
    assert f"You and Bob: {again.won[1]} : {again.won[0]}{drawn}\n" in text(friends.alice)
    assert f"You and Alice: {again.won[0]} : {again.won[1]}{drawn}\n" in text(friends.bob)


def test_a_friend_is_reached_from_the_statistics_and_leads_back_in_one_message(friends: Friends) -> None:
    friends.bot.tap(friends.alice, "stats:0")
    message_id, count = newest(friends.alice), len(friends.alice.messages())
    answer = friends.bot.type(friends.alice, "/stats")
    assert buttons(answer)["Bob"] == f"friend:{CODE}"
    friends.bot.tap(friends.alice, f"friend:{CODE}", message_id)
    assert text(friends.alice).startswith("You and Bob: ")
    assert "1 played, average " in text(friends.alice)
    friends.bot.tap(friends.alice, "stats:1", message_id)
    assert text(friends.alice).startswith("Friends · 1 played")
    assert (newest(friends.alice), len(friends.alice.messages())) == (message_id, count)


def test_nobodys_number_is_on_a_button(friends: Friends) -> None:
    for command in ("/stats", "/history", "/top"):
        assert str(friends.bob.id) not in json.dumps(friends.bot.type(friends.alice, command)["reply_markup"])


def test_a_past_match_is_brought_back_with_its_card_proof_and_review(friends: Friends) -> None:
    friends.play(friends.alice, friends.bob, "00000001")
    answer = friends.bot.type(friends.alice, "/history")
    told = bare(answer["text"]).split("\n")
    assert told[0].startswith("Past matches")
    assert [line[:7] for line in told[2:]] == ["1 Bob ·", "2 Bob ·"]
    assert [buttons(answer)[label] for label in ("1 Bob", "2 Bob")] == ["table:00000001", f"table:{CODE}"]
    friends.bot.tap(friends.alice, f"table:{CODE}")
    offered = friends.alice.buttons(newest(friends.alice))
    asked = {button.get("callback_data") for button in offered}
    assert {f"card:{CODE}", f"proof:{CODE}", f"review:{CODE}"} <= asked
    for name in ("review", "card", "proof"):
        friends.bot.tap(friends.alice, f"{name}:{CODE}")
    assert [next(iter({"document", "photo"} & set(one)), "text") for one in friends.alice.messages()[-3:]] == [
        "text",
        "photo",
        "document",
    ]


def test_history_is_turned_in_place(friends: Friends) -> None:
    for number in range(10):
        match = begun(f"0000001{number}", seat_of(friends.alice), seat_of(friends.bob))
        friends.bot.now += 10
        friends.bot.seat(match.model_copy(update={"created_at": friends.bot.now}))
        friends.bot.tap(friends.bob, f"resign!:0000001{number}")
    friends.bot.tap(friends.alice, "history:0")
    message_id, count = newest(friends.alice), len(friends.alice.messages())
    assert "won, resigned" in text(friends.alice)
    friends.bot.tap(friends.alice, "history:2", message_id)
    assert "11 Bob" in text(friends.alice)
    assert (newest(friends.alice), len(friends.alice.messages())) == (message_id, count)


def test_ratings_are_of_those_whom_the_player_has_met_and_of_nobody_else(friends: Friends) -> None:
    friends.play(friends.bob, friends.carol, "00000001")
    alices, bobs = (bare(friends.bot.type(phone, "/top")["text"]) for phone in (friends.alice, friends.bob))
    assert ("Bob" in alices, "Carol" in alices) == (True, False)
    assert ("Alice" in bobs, "Carol" in bobs) == (True, True)
    ratings = {phone.id: friends.bot.table.profile(phone.id) for phone in (friends.alice, friends.bob)}
    order = sorted(ratings, key=lambda user_id: -(ratings[user_id] or pytest.fail("no profile")).rating)
    mine = alices.split("\n")[1:]
    assert ["You" in line for line in mine] == [user_id == friends.alice.id for user_id in order]


def test_who_has_played_nothing_is_offered_a_match(friends: Friends) -> None:
    for command in ("/history", "/top", "/stats"):
        answer = friends.bot.type(friends.carol, command)
        assert "new:1d" in buttons(answer).values()


def test_a_friends_button_is_of_no_use_to_anybody_else(friends: Friends) -> None:
    count = len(friends.carol.messages())
    answer = friends.bot.tap(friends.carol, f"friend:{CODE}", 1)
    assert answer["text"]
    assert len(friends.carol.messages()) == count


def test_past_matches_are_kept_for_ninety_days(friends: Friends) -> None:
    [line] = [
        item for item in friends.bot.items() if item["pk"]["S"] == f"USER#{friends.alice.id}" and "result" in item
    ]
    assert int(line["expires_at"]["N"]) == int(line["ended_at"]["N"]) + 90 * DAY


def test_a_group_is_told_nothing_of_it(friends: Friends) -> None:
    group = {"id": -100_5, "type": "supergroup", "title": "Friends"}
    for command in ("/history", "/top", "/stats"):
        answer = friends.bot.update(typed(friends.alice.user, command, group))
        assert "Bob" not in json.dumps(answer)
        assert "callback_data" not in json.dumps(answer)
