"""How much one player may ask: each limit is told in a kind sentence, changes nothing, and holds up nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from core import codes
from core.combinations import Combination
from core.match import DAY, Match, Status
from handlers.chat.limits import COMMANDS_PER_MINUTE, FEW, LOOKS_PER_MINUTE, MATCHES, MOVES_PER_MINUTE, OPEN_TABLES
from infra.items import match_item, membership_item
from tests.handlers.updates import tapped, typed, user
from tests.handlers.webhooks import Webhook
from tests.infra.stores import begun, guest, host, opened

ALICE, BOB, CAROL = user(1001), user(1002, "Bob"), user(1003, "Carol")


def stored(webhook: Webhook, *matches: Match) -> None:
    lists = [membership_item(match, seat) for match in matches for seat in range(len(match.seats))]
    webhook.store.put(*map(match_item, matches), *lists)


def hosted(webhook: Webhook, count: int) -> None:
    """Alice's open tables."""
    tables = (opened(codes.derive(b"open", number), host(1001), webhook.now) for number in range(count))
    stored(webhook, *tables)


def played(webhook: Webhook, count: int, seat: int = 0) -> list[Match]:
    """Matches of Alice's under way, in which she has this seat."""
    people = [(host(1001), guest(2000 + number)) for number in range(count)]
    matches = [
        begun(codes.derive(b"active", number, seat), *(pair if seat == 0 else (host(2000 + number), guest(1001))))
        for number, pair in enumerate(people)
    ]
    stored(webhook, *matches)
    return matches


def test_one_invitation_more_than_may_be_open_is_refused_until_one_is_cancelled(webhook: Webhook) -> None:
    hosted(webhook, OPEN_TABLES)
    before = webhook.items()
    answer = webhook.send(typed(ALICE, "/new"))
    assert f"{OPEN_TABLES} open tables" in answer["text"]
    assert f"{OPEN_TABLES} open tables" in webhook.send(tapped(ALICE, "new:1h"))["text"]
    assert webhook.items() == before
    webhook.send(tapped(ALICE, f"cancel:{codes.derive(b'open', 0)}"))
    assert webhook.send(typed(ALICE, "/new")) == {}
    assert sum(match.status is Status.OPEN for match in webhook.matches()) == OPEN_TABLES


def test_invitations_that_have_run_out_do_not_count(webhook: Webhook) -> None:
    hosted(webhook, OPEN_TABLES)
    webhook.now += 8 * DAY
    assert webhook.send(typed(ALICE, "/new")) == {}


def test_a_full_player_can_still_join_a_friend_and_play_the_house(webhook: Webhook) -> None:
    hosted(webhook, OPEN_TABLES)
    webhook.send(typed(BOB, "/new"))
    [table] = [match for match in webhook.matches() if match.seats[0].user_id == BOB["id"]]
    assert webhook.send(typed(ALICE, f"/join {table.code}")) == {}
    webhook.now += 10
    assert webhook.send(typed(ALICE, "/solo best")) == {}
    assert sum(match.status is Status.ACTIVE for match in webhook.matches()) == 2


@pytest.mark.parametrize("ask", ["/new", "/join {code}", "/start {code}", "{code}", "/solo greedy"])
def test_one_match_more_than_may_be_played_at_once_is_refused(webhook: Webhook, ask: str) -> None:
    played(webhook, MATCHES // 2)
    played(webhook, MATCHES - MATCHES // 2, seat=1)
    webhook.send(typed(BOB, "/new"))
    [table] = [match for match in webhook.matches() if match.status is Status.OPEN]
    before = webhook.items()
    answer = webhook.send(typed(ALICE, ask.format(code=table.code)))
    assert f"{MATCHES} matches at once" in answer["text"]
    assert webhook.items() == before


def test_a_full_player_is_no_stranger_at_their_own_tables(webhook: Webhook) -> None:
    first, *_ = played(webhook, MATCHES)
    assert webhook.send(typed(ALICE, f"/start {first.code}")) == {}
    assert webhook.screens() == [{"name": "table", "message_id": None}]
    assert "Poker" in webhook.send(tapped(ALICE, f"pick:{first.code}:1:poker:0"))["text"]


def test_a_rematch_counts_as_an_invitation_and_as_a_match(webhook: Webhook) -> None:
    match, *_ = played(webhook, 1)
    webhook.send(tapped(ALICE, f"resign!:{match.code}"))
    hosted(webhook, OPEN_TABLES)
    assert "open tables" in webhook.send(tapped(ALICE, f"rematch:{match.code}"))["text"]
    webhook.send(tapped(user(2000), f"rematch:{match.code}"))
    webhook.send(tapped(ALICE, f"rematch:{match.code}"))
    assert sum(one.status is Status.ACTIVE for one in webhook.matches()) == 1


def commands(webhook: Webhook, sender: dict[str, Any], count: int, text: str = "/matches") -> list[str]:
    return [webhook.send(typed(sender, text)).get("text", "") for _ in range(count)]


def test_too_many_commands_in_a_minute_are_put_off_and_the_next_minute_serves_again(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    answers = commands(webhook, ALICE, COMMANDS_PER_MINUTE + 3)
    assert ["a lot at once" in answer for answer in answers] == [False] * COMMANDS_PER_MINUTE + [True] * 3
    assert "a lot at once" in webhook.send(tapped(ALICE, "matches:1"))["text"]
    assert commands(webhook, BOB, 1) == ["You have no matches now."]
    webhook.now += 60
    assert commands(webhook, ALICE, 1) == ["You have no matches now."]


def test_taps_that_ask_for_screens_are_counted_and_write_no_more_of_them(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    for _ in range(COMMANDS_PER_MINUTE + 5):
        webhook.send(tapped(ALICE, "rules:2"))
    assert len(webhook.screens()) == COMMANDS_PER_MINUTE


def test_picks_that_only_bring_a_screen_back_are_counted_and_write_no_more_of_them(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    first, second = played(webhook, 2)
    webhook.send(tapped(ALICE, "set:confirm:always"))
    for ask in (f"pick:{first.code}:1:poker:1", f"pick:{second.code}:1:poker:0"):
        webhook.now += 60
        webhook.send(tapped(ALICE, f"pick!:{first.code}:1:poker:0"))
        before = webhook.items()
        answers = [webhook.send(tapped(ALICE, ask))["text"] for _ in range(MOVES_PER_MINUTE + 5)]
        assert ["a lot at once" in answer for answer in answers] == [False] * MOVES_PER_MINUTE + [True] * 5
        assert len(webhook.items()) - len(before) == MOVES_PER_MINUTE


def test_picks_that_are_refused_are_counted(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    [match] = played(webhook, 1)
    forged = tapped(ALICE, f"pick:{match.code}:9:poker:0")
    answers = [webhook.send(forged)["text"] for _ in range(MOVES_PER_MINUTE + 5)]
    assert ["a lot at once" in answer for answer in answers] == [False] * MOVES_PER_MINUTE + [True] * 5
    with webhook.store.counting() as calls:
        webhook.send(forged)
    assert dict(calls) == {"GetItem": 2, "UpdateItem": 1}  # the match, and in which language to say no
    assert "Poker" in webhook.send(tapped(ALICE, f"pick:{match.code}:1:poker:0"))["text"]


def test_a_pick_that_is_changed_on_and_on_is_counted(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    [match] = played(webhook, 1)
    picks = [f"pick:{match.code}:1:{('poker', 'two')[nth % 2]}:{nth}" for nth in range(MOVES_PER_MINUTE + 8)]
    answers = [webhook.send(tapped(ALICE, pick))["text"] for pick in picks]
    assert ["a lot at once" in answer for answer in answers] == [False] * (MOVES_PER_MINUTE + 3) + [True] * 5


def test_a_thumb_that_taps_all_three_times_puts_off_no_pick_that_counts(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    [match] = played(webhook, 1)
    webhook.send(tapped(ALICE, "set:confirm:always"))
    for _ in range(40):
        assert "a lot at once" not in webhook.send(tapped(ALICE, f"pick:{match.code}:9:poker:0"))["text"]
    webhook.send(tapped(ALICE, f"pick:{match.code}:1:poker:0"))
    assert [screen["name"] for screen in webhook.screens()][-1] == "ask"
    assert "a lot at once" not in webhook.send(typed(ALICE, "/matches"))["text"]


def test_plain_words_look_through_many_matches_only_so_often(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    played(webhook, FEW + 1)
    for number in range(LOOKS_PER_MINUTE + 1):
        with webhook.store.counting() as calls:
            assert webhook.send(typed(ALICE, "hello"))["method"] == "sendMessage"
        assert calls["BatchGetItem"] == (number < LOOKS_PER_MINUTE)


def test_moves_help_and_rules_are_never_put_off(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    [match] = played(webhook, 1)
    commands(webhook, ALICE, COMMANDS_PER_MINUTE + 1)
    for command in ("/start", "/help", "/rules"):
        assert "a lot at once" not in webhook.send(typed(ALICE, command))["text"]
    with webhook.store.counting() as calls:
        answer = webhook.send(tapped(ALICE, f"pick:{match.code}:1:{Combination.POKER}:0"))
    assert "Poker" in answer["text"]
    assert dict(calls) == {"GetItem": 1, "PutItem": 1}
    assert webhook.send(tapped(ALICE, f"resign!:{match.code}")).get("text") is None
    assert webhook.only_match().status is Status.RESIGNED


def test_the_count_of_a_minute_is_forgotten(webhook: Webhook) -> None:
    commands(webhook, ALICE, 2)
    [count] = [item for item in webhook.store.items() if item["sk"]["S"] == "COUNT"]
    assert count["count"] == {"N": "2"}
    assert webhook.now < int(count["expires_at"]["N"]) <= webhook.now + 300


def test_who_is_forgotten_may_ask_no_more_by_that_and_leaves_no_number_in_the_count(webhook: Webhook) -> None:
    webhook.now -= webhook.now % 60
    commands(webhook, ALICE, COMMANDS_PER_MINUTE - 1)
    assert "forgotten" in webhook.send(tapped(ALICE, "forget!"))["text"]
    [answer] = commands(webhook, ALICE, 1)
    assert "a lot at once" in answer
    counts = [item for item in webhook.store.items() if item["sk"]["S"] == "COUNT"]
    assert counts
    assert str(ALICE["id"]) not in repr(counts)


@pytest.mark.parametrize("text", ["/new", "/matches"])
def test_a_group_has_to_read_no_more_than_a_player_may_ask_in_a_minute(webhook: Webhook, text: str) -> None:
    webhook.now -= webhook.now % 60
    group = {"id": -100_5, "type": "supergroup", "title": "Friends"}
    answers = [webhook.send(typed(ALICE, text, group)) for _ in range(COMMANDS_PER_MINUTE + 5)]
    assert [answer.get("chat_id") for answer in answers] == [group["id"]] * COMMANDS_PER_MINUTE + [None] * 5
    assert "a lot at once" in webhook.send(typed(ALICE, "/matches"))["text"]
    assert "chat_id" in webhook.send(typed(BOB, text, group))
