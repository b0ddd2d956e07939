"""What a player does alone, as the webhook sees it: the house, the coach, hands dealt again, lucky words."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from core import codes
from core.combinations import Combination
from core.levels import Level
from core.match import KEPT_AFTER_END, Match, Status
from core.view import totals
from handlers.chat import payloads
from handlers.chat.texts import Texts
from tests.handlers.updates import tapped, typed, user
from tests.handlers.webhooks import Webhook

ALICE, BOB, CAROL = user(1001), user(1002, "Bob"), user(1003, "Carol")


def against_house(webhook: Webhook, level: str = "best") -> Match:
    webhook.send(tapped(ALICE, f"solo:{level}"))
    return webhook.only_match()


def stored(webhook: Webhook, code: str) -> Match:
    match = webhook.table.match(code)
    assert match is not None
    return match


def pick(webhook: Webhook, player: dict[str, Any], code: str) -> dict[str, Any]:
    """Pick the first combination that is open."""
    match = stored(webhook, code)
    combination = match.open_combinations(match.seat_of(player["id"]) or 0)[0]
    return webhook.send(tapped(player, f"pick:{code}:{match.round}:{combination}:0"))


def finish(webhook: Webhook, code: str, *players: dict[str, Any]) -> Match:
    while not stored(webhook, code).is_over:
        for player in players:
            pick(webhook, player, code)
    return stored(webhook, code)


def friends_match(webhook: Webhook) -> Match:
    """A finished match of Alice and Bob, who have lucky words."""
    webhook.send(typed(ALICE, "/lucky clover"))
    webhook.send(typed(BOB, "/lucky подкова"))
    webhook.send(typed(ALICE, "/new"))
    [code] = [match.code for match in webhook.matches() if match.seat_of(ALICE["id"]) is not None]
    webhook.send(typed(BOB, f"/start {code}"))
    return finish(webhook, code, ALICE, BOB)


def challenge_link(match: Match, seat: int) -> str:
    return f"/start {payloads.challenge(match.code, str(match.challenge_token(seat)))}"


def newest(webhook: Webhook, *older: Match) -> Match:
    [match] = [match for match in webhook.matches() if match.code not in [one.code for one in older]]
    return match


class TestHouse:
    def test_solo_tells_the_levels_and_changes_nothing(self, webhook: Webhook) -> None:
        answer = webhook.send(typed(ALICE, "/solo"))
        data = [button["callback_data"] for button in answer["reply_markup"]["inline_keyboard"][0]]
        assert data == ["solo:random", "solo:greedy", "solo:best"]
        assert all(number in answer["text"] for number in ("79", "−12", "−186", "73", "90", "97"))
        assert webhook.items() == []

    def test_the_start_screens_button_asks_for_the_level(self, webhook: Webhook) -> None:
        webhook.send(tapped(ALICE, "solo:levels"))
        assert webhook.screens() == [{"name": "levels", "message_id": None}]

    @pytest.mark.parametrize("level", Level)
    @pytest.mark.parametrize("ask", ["tap", "command"])
    def test_a_match_with_the_house_begins_at_once(self, webhook: Webhook, level: Level, ask: str) -> None:
        webhook.send(tapped(ALICE, f"solo:{level}") if ask == "tap" else typed(ALICE, f"/solo {level}"))
        match = webhook.only_match()
        assert (match.status, [seat.user_id for seat in match.seats]) == (Status.ACTIVE, [ALICE["id"], 0])
        assert match.seats[1].level is level

    def test_a_double_tap_begins_one_match_and_another_level_another(self, webhook: Webhook) -> None:
        tap = tapped(ALICE, "solo:best")
        webhook.send(tap)
        webhook.send(tap)
        webhook.now += 4
        webhook.send(tapped(ALICE, "solo:best"))
        assert len(webhook.matches()) == 1
        webhook.send(tapped(ALICE, "solo:random"))
        assert len(webhook.matches()) == 2

    def test_an_invitation_a_moment_ago_is_no_match_with_the_house(self, webhook: Webhook) -> None:
        webhook.send(typed(ALICE, "/new"))
        webhook.send(tapped(ALICE, "solo:best"))
        webhook.send(typed(ALICE, "/new"))
        statuses = sorted(match.status for match in webhook.matches())
        assert statuses == [Status.ACTIVE, Status.OPEN, Status.OPEN]

    def test_the_house_picks_in_the_same_write(self, webhook: Webhook) -> None:
        code = against_house(webhook).code
        pick(webhook, ALICE, code)
        with webhook.store.counting() as calls:
            answer = pick(webhook, ALICE, code)
        assert dict(calls) == {"GetItem": 2, "PutItem": 1}  # one of the reads is this test's own
        assert "You picked" in answer["text"]
        assert [len(seat.picks) for seat in stored(webhook, code).seats] == [2, 2]

    def test_a_double_tap_on_a_pick_counts_once(self, webhook: Webhook) -> None:
        code = against_house(webhook).code
        tap = f"pick:{code}:1:poker:0"
        webhook.send(tapped(ALICE, tap))
        assert "Round 1 is over" in webhook.send(tapped(ALICE, tap))["text"]
        assert stored(webhook, code).revealed == 1

    @pytest.mark.parametrize("level", Level)
    def test_a_whole_match_is_counted_apart(self, webhook: Webhook, level: Level) -> None:
        match = finish(webhook, against_house(webhook, level).code, ALICE)
        profile = webhook.table.profile(ALICE["id"])
        assert profile is not None
        assert match.status is Status.FINISHED
        assert (profile.played, profile.solo_played, profile.solo_points) == (0, 1, totals(match, 0)[0])

    def test_a_rematch_begins_at_once_and_once(self, webhook: Webhook) -> None:
        match = finish(webhook, against_house(webhook, "greedy").code, ALICE)
        for _ in range(2):
            webhook.send(tapped(ALICE, f"rematch:{match.code}"))
        rematch = newest(webhook, match)
        assert (rematch.status, rematch.seats[1].level, rematch.revealed) == (Status.ACTIVE, Level.GREEDY, 0)
        assert rematch.secret != match.secret
        assert webhook.screens() == [{"name": "table", "message_id": None}]

    def test_nobody_else_can_sit_down_or_look(self, webhook: Webhook) -> None:
        code = against_house(webhook).code
        assert "full" in webhook.send(typed(BOB, f"/join {code}"))["text"]
        for data in (f"pick:{code}:1:poker:0", f"coach:{code}", f"rematch:{code}", f"review:{code}", f"proof:{code}"):
            assert "Alice" in webhook.send(tapped(BOB, data))["text"]
        assert stored(webhook, code).version == 1

    def test_out_of_time_is_lost_to_the_house(self, webhook: Webhook) -> None:
        code = against_house(webhook).code
        webhook.now += 24 * 3600
        assert "ended" in pick(webhook, ALICE, code)["text"]
        match = stored(webhook, code)
        assert (match.status, match.ended_by) == (Status.FORFEITED, 0)

    def test_no_log_line_holds_a_secret_or_a_pick(self, webhook: Webhook, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG, logger="7776")
        code = against_house(webhook).code
        webhook.send(tapped(ALICE, f"pick:{code}:1:minor_straight:0"))
        webhook.send(tapped(ALICE, f"pick:{code}:1:minor_straight:0"))
        match = stored(webhook, code)
        logged = " ".join(str(record.__dict__) for record in caplog.records if record.name.startswith("7776"))
        for hidden in (match.secret.hex(), str(match.secret), "minor_straight"):
            assert hidden not in logged
        assert "picks=" not in repr(match)


class TestCoach:
    def test_the_coach_speaks_in_the_place_of_the_hand(self, webhook: Webhook) -> None:
        code = against_house(webhook).code
        pick(webhook, ALICE, code)
        webhook.send(tapped(ALICE, f"coach:{code}", message_id=77))
        assert webhook.screens() == [{"name": "coach", "message_id": "77"}]

    def test_the_coach_never_speaks_between_friends(self, webhook: Webhook) -> None:
        webhook.send(typed(ALICE, "/new"))
        code = webhook.only_match().code
        assert "house" in webhook.send(tapped(ALICE, f"coach:{code}"))["text"]
        webhook.send(typed(BOB, f"/join {code}"))
        assert "house" in webhook.send(tapped(ALICE, f"coach:{code}"))["text"]
        assert webhook.screens() == []

    def test_the_coach_never_speaks_of_hands_that_are_compared(self, webhook: Webhook) -> None:
        original = friends_match(webhook)
        webhook.send(typed(CAROL, challenge_link(original, 0)))
        code = newest(webhook, original).code
        assert "house" in webhook.send(tapped(CAROL, f"coach:{code}"))["text"]

    def test_the_coach_is_silent_once_all_is_over(self, webhook: Webhook) -> None:
        match = finish(webhook, against_house(webhook).code, ALICE)
        assert "ended" in webhook.send(tapped(ALICE, f"coach:{match.code}"))["text"]


class TestAfterwards:
    @pytest.mark.parametrize("what", ["review", "proof"])
    def test_what_comes_afterwards_is_for_both_players_after_the_end_alone(self, webhook: Webhook, what: str) -> None:
        webhook.send(typed(ALICE, "/new"))
        code = webhook.only_match().code
        assert "Nobody has joined" in webhook.send(tapped(ALICE, f"{what}:{code}"))["text"]
        webhook.send(typed(BOB, f"/join {code}"))
        assert "still on" in webhook.send(tapped(ALICE, f"{what}:{code}"))["text"]
        webhook.send(tapped(ALICE, f"resign!:{code}"))
        for player in (ALICE, BOB):
            assert "text" not in webhook.send(tapped(player, f"{what}:{code}"))
        assert "Alice" in webhook.send(tapped(CAROL, f"{what}:{code}"))["text"]
        assert webhook.screens() == [{"name": what, "message_id": None}] * 2

    @pytest.mark.parametrize("what", ["review", "proof"])
    def test_a_table_that_was_never_played_has_nothing_to_show(self, webhook: Webhook, what: str) -> None:
        webhook.send(typed(ALICE, "/new"))
        code = webhook.only_match().code
        webhook.send(tapped(ALICE, f"cancel:{code}"))
        assert "cancelled" in webhook.send(tapped(ALICE, f"{what}:{code}"))["text"]

    def test_the_shared_link_opens_a_table_and_greets_a_newcomer(self, webhook: Webhook) -> None:
        assert "dice duel" in webhook.send(typed(ALICE, "/start new"))["text"]
        assert webhook.only_match().status is Status.OPEN
        webhook.now += 60
        assert webhook.send(typed(ALICE, "/start new")) == {}
        assert len(webhook.matches()) == 2


class TestChallenge:
    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_friend_plays_the_same_hands(self, webhook: Webhook, seat: int) -> None:
        original = friends_match(webhook)
        assert webhook.send(typed(CAROL, challenge_link(original, seat))) == {}
        match = newest(webhook, original)
        assert match.dice_key == original.dice_key
        assert match.seat_of(CAROL["id"]) == seat
        for combination in original.seats[seat].picked:
            number = stored(webhook, match.code).round
            webhook.send(tapped(CAROL, f"pick:{match.code}:{number}:{combination}:0"))
        assert totals(stored(webhook, match.code), seat) == totals(original, seat)

    def test_it_is_open_to_many_and_each_plays_alone(self, webhook: Webhook) -> None:
        original = friends_match(webhook)
        for player in (CAROL, BOB, user(1004, "Dan")):
            webhook.send(typed(player, challenge_link(original, 0)))
        assert len(webhook.matches()) == 4

    def test_the_same_link_again_brings_the_match_back(self, webhook: Webhook) -> None:
        original = friends_match(webhook)
        update = typed(CAROL, challenge_link(original, 0))
        webhook.send(update)
        webhook.send(update)
        webhook.now += 3600
        assert webhook.send(typed(CAROL, challenge_link(original, 0))) == {}
        assert len(webhook.matches()) == 2
        finish(webhook, newest(webhook, original).code, CAROL)
        webhook.send(typed(CAROL, challenge_link(original, 0)))
        assert len(webhook.matches()) == 2
        assert {screen["name"] for screen in webhook.screens()} == {"table"}

    def test_who_is_forgotten_may_come_back_by_the_same_link_time_and_again(self, webhook: Webhook) -> None:
        original = friends_match(webhook)
        for number in range(12):
            assert webhook.send(typed(CAROL, challenge_link(original, 0))) == {}
            assert len(webhook.matches()) == 2 + number
            webhook.send(tapped(CAROL, "forget!"))
            webhook.now += 60

    def test_the_house_whose_throws_are_met_is_called_in_the_language_of_who_plays(self, webhook: Webhook) -> None:
        original = finish(webhook, against_house(webhook).code, ALICE)
        stranger = {**CAROL, "language_code": "ru"}
        webhook.send(typed(stranger, challenge_link(original, 0)))
        answer = webhook.send(typed(stranger, "/score"))
        assert f"↻ {Texts('ru').house_name(Level.BEST)}" in answer["text"].splitlines()[0]

    def test_it_can_be_tried_again_and_never_counts(self, webhook: Webhook) -> None:
        original = friends_match(webhook)
        webhook.send(typed(CAROL, challenge_link(original, 1)))
        first = finish(webhook, newest(webhook, original).code, CAROL)
        webhook.send(tapped(CAROL, f"rematch:{first.code}"))
        second = newest(webhook, original, first)
        assert (second.status, second.dice_key) == (Status.ACTIVE, original.dice_key)
        finish(webhook, second.code, CAROL)
        profile = webhook.table.profile(CAROL["id"])
        assert profile is not None
        assert (profile.played, profile.solo_played) == (0, 0)

    def test_only_a_link_that_a_player_gave_deals_hands(self, webhook: Webhook) -> None:
        original = friends_match(webhook)
        before = webhook.items()
        for payload in (
            payloads.challenge(original.code, "00000000"),
            payloads.challenge("00000000", str(original.challenge_token(0))),
            f"c-{original.code}",
            f"c-{original.code.lower()}-{original.challenge_token(0)}",
        ):
            answer = webhook.send(typed(CAROL, f"/start {payload}"))
            assert answer["method"] == "sendMessage"
        assert webhook.items() == before

    def test_a_match_that_is_under_way_deals_nothing(self, webhook: Webhook) -> None:
        """A token follows from the secret, so that only a finished match has one; a guessed one opens nothing."""
        code = against_house(webhook).code
        secret = stored(webhook, code).secret
        token = codes.derive(secret, "challenge", code, 0)
        assert "90 days" in webhook.send(typed(CAROL, f"/start {payloads.challenge(code, token)}"))["text"]
        assert len(webhook.matches()) == 1

    def test_the_challenge_outlives_its_match(self, webhook: Webhook) -> None:
        original = friends_match(webhook)
        webhook.send(typed(CAROL, challenge_link(original, 0)))
        match = newest(webhook, original)
        key = {"pk": {"S": f"MATCH#{original.code}"}, "sk": {"S": "MATCH"}}
        webhook.store.dynamodb.delete_item(TableName=webhook.store.name, Key=key)
        assert finish(webhook, match.code, CAROL).status is Status.FINISHED
        webhook.now += KEPT_AFTER_END
        assert "90 days" in webhook.send(typed(BOB, challenge_link(original, 0)))["text"]


class TestLuckyWord:
    def test_a_word_is_set_told_and_taken_away(self, webhook: Webhook) -> None:
        assert "/lucky clover" in webhook.send(typed(ALICE, "/lucky"))["text"]
        assert "<b>удача7</b>" in webhook.send(typed(ALICE, "/lucky удача7"))["text"]
        assert "<b>удача7</b>" in webhook.send(typed(ALICE, "/lucky"))["text"]
        assert "no lucky word" in webhook.send(typed(ALICE, "/lucky -"))["text"]
        assert "/lucky clover" in webhook.send(typed(ALICE, "/lucky"))["text"]

    @pytest.mark.parametrize("word", ["two words", "<b>", "x" * 33, "я" * 17, "🍀", "a_b", "--"])
    def test_what_is_no_lucky_word_is_refused_and_kept_out(self, webhook: Webhook, word: str) -> None:
        assert "letters\nand digits" in webhook.send(typed(ALICE, f"/lucky {word}"))["text"]
        assert webhook.items() == []

    def test_the_word_goes_into_matches_from_then_on(self, webhook: Webhook) -> None:
        webhook.send(typed(ALICE, "/new"))
        first = webhook.only_match()
        webhook.send(typed(ALICE, "/lucky clover"))
        webhook.send(typed(BOB, "/lucky 13"))
        webhook.send(typed(BOB, f"/join {first.code}"))
        assert [seat.word for seat in stored(webhook, first.code).seats] == ["", "13"]
        webhook.send(tapped(ALICE, "solo:best"))
        assert [seat.word for seat in newest(webhook, first).seats] == ["clover", ""]

    def test_a_group_is_told_nothing_of_it(self, webhook: Webhook) -> None:
        group = {"id": -100_5, "type": "supergroup", "title": "Friends"}
        for command in ("/lucky", "/lucky clover", "/solo", "/solo best"):
            assert "callback_data" not in json.dumps(webhook.send(typed(ALICE, command, group)))
        assert webhook.items() == []


def test_someone_who_has_played_the_house_is_no_newcomer(webhook: Webhook) -> None:
    match = against_house(webhook)
    assert match.seats[0].is_novice
    webhook.send(tapped(ALICE, f"resign!:{match.code}"))
    webhook.send(tapped(ALICE, f"rematch:{match.code}"))
    assert not newest(webhook, match).seats[0].is_novice


def test_the_pick_that_ends_a_round_is_the_players_alone(webhook: Webhook) -> None:
    """Nobody taps for the house: its user id is no user's, and a forged one is no update."""
    code = against_house(webhook).code
    nobody = user(0, "House")
    assert webhook.send(tapped(nobody, f"pick:{code}:1:{Combination.POKER}:0")) == {}
    assert stored(webhook, code).version == 1
