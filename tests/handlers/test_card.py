"""The match card from the tap to the chat: who gets it, when, and how it comes."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from core.combinations import Combination
from core.match import resign
from infra.local.phone import Phone
from tests.handlers.deliveries import Delivery
from tests.handlers.updates import tapped, typed, user
from tests.handlers.webhooks import Webhook

ALICE, BOB, CAROL = user(1001), user(1002, "Bob"), user(1003, "Carol")


def begun(webhook: Webhook) -> str:
    webhook.send(typed(ALICE, "/new"))
    code = webhook.only_match().code
    webhook.send(typed(BOB, f"/join {code}"))
    return code


def play_round(webhook: Webhook, code: str, combination: Combination = Combination.MAJOR_SUM) -> None:
    for player in (ALICE, BOB):
        webhook.send(tapped(player, f"pick:{code}:{webhook.only_match().round}:{combination}:0"))


def asked(webhook: Webhook) -> list[str]:
    return [screen["name"] for screen in webhook.screens()]


def card(webhook: Webhook, player: dict[str, Any], code: str) -> str:
    """Tap [Card]; gives the toast."""
    return str(webhook.send(tapped(player, f"card:{code}")).get("text", ""))


class TestAsking:
    @pytest.mark.parametrize("player", [ALICE, BOB])
    def test_each_player_of_an_ended_match_gets_a_card(self, webhook: Webhook, player: dict[str, Any]) -> None:
        code = begun(webhook)
        play_round(webhook, code)
        webhook.send(tapped(ALICE, f"resign!:{code}"))
        assert card(webhook, player, code) == ""
        assert asked(webhook) == ["card"]

    def test_a_match_that_is_on_has_none_yet(self, webhook: Webhook) -> None:
        code = begun(webhook)
        play_round(webhook, code)
        assert card(webhook, ALICE, code) == "This match is still on. You get that at its end."
        assert asked(webhook) == []

    def test_nothing_is_drawn_of_a_match_without_a_round(self, webhook: Webhook) -> None:
        code = begun(webhook)
        webhook.send(tapped(ALICE, f"resign!:{code}"))
        assert card(webhook, BOB, code) == "No round was played to its end."
        assert asked(webhook) == []

    def test_a_stranger_gets_none(self, webhook: Webhook) -> None:
        code = begun(webhook)
        play_round(webhook, code)
        webhook.send(tapped(ALICE, f"resign!:{code}"))
        assert "table" in card(webhook, CAROL, code)
        assert asked(webhook) == []

    def test_a_table_that_nobody_joined_has_none(self, webhook: Webhook) -> None:
        webhook.send(typed(ALICE, "/new"))
        code = webhook.only_match().code
        assert card(webhook, ALICE, code) == "Nobody has joined this table yet."
        webhook.send(tapped(ALICE, f"cancel:{code}"))
        assert card(webhook, ALICE, code) == "This table was cancelled."
        assert asked(webhook) == []

    def test_a_made_up_code_is_answered(self, webhook: Webhook) -> None:
        assert card(webhook, ALICE, "00000000") != ""
        assert card(webhook, ALICE, "no code") != ""
        assert asked(webhook) == []


def ended(delivery: Delivery) -> None:
    """One round and a resignation, which both chats have heard."""
    match = delivery.play_round(delivery.begin(), Combination.MAJOR_SUM)
    _, record = delivery.save(match, resign(match, delivery.bob.id, delivery.now))
    assert delivery.deliver([record]) == []


def photos(phone: Phone) -> list[dict[str, Any]]:
    return [message for message in phone.messages() if "photo" in message]


class TestSending:
    def test_the_card_comes_as_a_photo_with_the_same_in_words(self, delivery: Delivery) -> None:
        ended(delivery)
        assert delivery.deliver([delivery.screen(delivery.alice, "card", code=delivery.code)]) == []
        [message] = photos(delivery.alice)
        width, height = struct.unpack(">II", delivery.alice.file(message["photo"][-1]["file_id"])[16:24])
        assert (width, height) == (1080, 1350)
        assert "Alice" in message["caption"].splitlines()[0]
        assert "Major Sum" in message["caption"]
        assert photos(delivery.bob) == []

    def test_the_button_is_under_the_result(self, delivery: Delivery) -> None:
        ended(delivery)
        for phone in (delivery.alice, delivery.bob):
            buttons = [button for row in phone.last()["reply_markup"]["inline_keyboard"] for button in row]
            assert f"card:{delivery.code}" in [button.get("callback_data") for button in buttons]

    def test_it_does_not_ring(self, delivery: Delivery) -> None:
        ended(delivery)
        delivery.deliver([delivery.screen(delivery.bob, "card", code=delivery.code)])
        [call] = delivery.api.calls(0, "sendPhoto")[-1:]
        assert call["parameters"]["disable_notification"] in (True, "true")

    def test_a_record_that_comes_twice_brings_one_card(self, delivery: Delivery) -> None:
        ended(delivery)
        record = delivery.screen(delivery.alice, "card", code=delivery.code)
        delivery.deliver([record])
        delivery.deliver([record])
        assert len(photos(delivery.alice)) == 1

    def test_two_cards_at_once_both_come(self, delivery: Delivery) -> None:
        ended(delivery)
        people = (delivery.alice, delivery.bob)
        assert delivery.deliver([delivery.screen(phone, "card", code=delivery.code) for phone in people]) == []
        assert [len(photos(phone)) for phone in people] == [1, 1]

    def test_a_card_that_telegram_refuses_is_dropped(self, delivery: Delivery) -> None:
        ended(delivery)
        refusal = "Bad Request: PHOTO_INVALID_DIMENSIONS"
        delivery.api.fault(method="sendPhoto", error_code=400, description=refusal)
        assert delivery.deliver([delivery.screen(delivery.alice, "card", code=delivery.code)]) == []
        assert photos(delivery.alice) == []
