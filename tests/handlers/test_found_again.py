"""A player who got no messages is found again by any word or tap; until then the other may call the match off."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from core.match import DAY, Status
from handlers.chat import reach
from tests.handlers.updates import membership, tapped, typed
from tests.handlers.webhooks import ALICE, BOB, CAROL, Webhook


def a_lost_player(webhook: Webhook, count: int = 1) -> list[str]:
    """Bob gets no messages; gives the codes of his matches with Alice."""
    for _ in range(count):
        webhook.now += 60
        webhook.send(typed(ALICE, "/new"))
        [code] = [match.code for match in webhook.matches() if match.status is Status.OPEN]
        webhook.send(typed(BOB, f"/start {code}"))
    return [reach.lose(webhook.table, match.code, 1).code for match in webhook.matches()]


def lost_seats(webhook: Webhook) -> list[bool]:
    return [seat.is_unreachable for match in webhook.matches() for seat in match.seats]


def test_who_lets_the_bot_in_again_is_found_in_all_matches_once(webhook: Webhook) -> None:
    a_lost_player(webhook, 3)
    assert lost_seats(webhook) == [False, True] * 3
    assert webhook.send(membership(BOB, "member")) == {}
    assert not any(lost_seats(webhook))
    before = webhook.items()
    webhook.send(membership(BOB, "member"))
    assert webhook.items() == before


@pytest.mark.parametrize("text", ["/help", "hello", "/start", "/matches"])
def test_who_writes_again_is_found(webhook: Webhook, text: str) -> None:
    a_lost_player(webhook, 2)
    assert webhook.send(typed(BOB, text))["chat_id"] == BOB["id"]
    assert not any(lost_seats(webhook))


@pytest.mark.parametrize("chat_type, is_found", [("private", True), ("group", False)])
def test_who_sends_a_sticker_is_found_and_gets_no_answer(webhook: Webhook, chat_type: str, is_found: bool) -> None:
    a_lost_player(webhook, 2)
    update = typed(BOB, "", {"id": BOB["id"] if is_found else -100_5, "type": chat_type})
    update["message"]["sticker"] = {"file_id": "1", "emoji": "🎲"}
    del update["message"]["text"]
    assert webhook.send(update) == {}
    assert any(lost_seats(webhook)) is not is_found


def test_only_the_players_own_private_chat_shows_that_they_are_back(webhook: Webhook) -> None:
    [code] = a_lost_player(webhook)
    group = {"id": -100_5, "type": "supergroup", "title": "Friends"}
    for update in (
        membership(BOB, "kicked"),
        membership(BOB, "member", group),
        typed(BOB, "/matches", group),
        membership(ALICE, "member"),
        typed(ALICE, "/matches"),
        tapped(ALICE, f"pick:{code}:1:poker:0"),
    ):
        webhook.send(update)
    assert lost_seats(webhook) == [False, True]


def test_a_match_is_called_off_while_the_other_cannot_be_reached_and_counts_for_nobody(webhook: Webhook) -> None:
    [code] = a_lost_player(webhook)
    assert webhook.send(tapped(ALICE, f"cancel:{code}")) == {"method": "answerCallbackQuery", "callback_query_id": ANY}
    assert webhook.only_match().status is Status.CANCELLED
    assert "cancelled" in webhook.send(tapped(ALICE, f"cancel:{code}"))["text"]
    profiles = [webhook.table.profile(player["id"]) for player in (ALICE, BOB)]
    assert [profile.played for profile in profiles if profile] == [0, 0]


def test_a_cancel_that_comes_again_calls_off_no_match_that_has_begun_since(webhook: Webhook) -> None:
    """The function died when it had noted which table /cancel was for; then a friend joined, who gets no messages."""
    webhook.send(typed(ALICE, "/new"))
    again, code = typed(ALICE, "/cancel"), webhook.only_match().code
    webhook.table.note_served(ALICE["id"], again["update_id"], code, webhook.now + DAY)
    webhook.send(typed(BOB, f"/start {code}"))
    reach.lose(webhook.table, code, 1)
    assert webhook.send(again) == {}
    assert webhook.only_match().status is Status.ACTIVE


def test_a_match_is_not_called_off_once_the_other_is_back(webhook: Webhook) -> None:
    [code] = a_lost_player(webhook)
    webhook.send(membership(BOB, "member"))
    assert "/resign" in webhook.send(tapped(ALICE, f"cancel:{code}"))["text"]
    assert webhook.only_match().status is Status.ACTIVE


@pytest.mark.parametrize("data", ["pick:{code}:1:poker:0", "table:{code}", "score:{code}", "resign:{code}"])
def test_who_taps_at_a_table_is_found_there(webhook: Webhook, data: str) -> None:
    [code] = a_lost_player(webhook)
    with webhook.store.counting() as calls:
        webhook.send(tapped(BOB, data.format(code=code)))
    assert not any(lost_seats(webhook))
    assert calls["GetItem"] == 1


def test_a_stranger_at_the_table_finds_nobody(webhook: Webhook) -> None:
    [code] = a_lost_player(webhook)
    for data in ("table:{code}", "pick:{code}:1:poker:0", "cancel:{code}", "resign!:{code}"):
        webhook.send(tapped(CAROL, data.format(code=code)))
    assert lost_seats(webhook) == [False, True]
