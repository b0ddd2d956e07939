"""What /stats tells, as the webhook sees it: counted once a match is over, from what its own player threw."""

from __future__ import annotations

import json
from typing import Any

from core.combinations import Combination
from core.match import Match
from core.rating import Rating, rated
from core.view import Outcome, outcome, thrown, totals
from handlers.chat.texts.words import number
from tests.handlers.updates import tapped, typed, user
from tests.handlers.webhooks import Webhook

RATINGS = {
    one: rated(Rating(), [(Rating(), score)], periods=0).rating
    for one, score in ((Outcome.WON, 1.0), (Outcome.DRAWN, 0.5), (Outcome.LOST, 0.0))
}

ALICE, BOB = user(1001), user(1002, "Bob")


def stats(webhook: Webhook, player: dict[str, Any]) -> list[str]:
    """The lines of the webhook's own answer."""
    return lines_of(webhook, player, "/stats")


def lines_of(webhook: Webhook, player: dict[str, Any], command: str) -> list[str]:
    before = webhook.items()
    answer = webhook.send(typed(player, command))
    assert (answer["method"], answer["chat_id"]) == ("sendMessage", player["id"])
    assert webhook.items() == before
    return str(answer["text"]).split("\n")


def friends_match(webhook: Webhook) -> Match:
    """Alice and Bob to the last round but one pick: Bob's."""
    webhook.send(typed(ALICE, "/new"))
    code = webhook.only_match().code
    webhook.send(typed(BOB, f"/start {code}"))
    for match_round, (mine, theirs) in enumerate(zip(Combination, reversed(Combination), strict=True), start=1):
        webhook.send(tapped(ALICE, f"pick:{code}:{match_round}:{mine}:0"))
        if match_round < 16:
            webhook.send(tapped(BOB, f"pick:{code}:{match_round}:{theirs}:0"))
    return webhook.only_match()


def test_a_newcomer_is_offered_a_friend_and_the_house(webhook: Webhook) -> None:
    answer = webhook.send(typed(ALICE, "/stats"))
    [row] = answer["reply_markup"]["inline_keyboard"]
    assert [button["callback_data"] for button in row] == ["new:1d", "solo:levels"]
    assert webhook.items() == []


def test_a_match_is_counted_for_each_of_its_players_when_it_is_over(webhook: Webhook) -> None:
    match = friends_match(webhook)
    assert stats(webhook, ALICE)[0] == stats(webhook, BOB)[0] == "There is no match to count yet."
    webhook.send(tapped(BOB, f"pick:{match.code}:16:{next(iter(Combination))}:0"))
    match = webhook.only_match()
    assert match.is_over
    for seat, player in enumerate((ALICE, BOB)):
        told, counts = stats(webhook, player), thrown(match, seat)
        assert told[0] == f"<b>Friends</b> · 1 played, average {totals(match, seat)[0]:.1f}".replace("-", "\u2212")
        assert f"{outcome(match, seat).value} 1" in told[1].lower()
        assert f"Best total {number(totals(match, seat)[0])}" == told[2]
        assert told[3].startswith(f"Rating {round(RATINGS[outcome(match, seat)])}, still settling")
        assert told[-5] == f"Sixes: {counts[6]} of 80, expected 13"
        assert told[-4:-2] == [
            " · ".join(f"{value}: {counts[value]}" for value in values) for values in ((1, 2, 3), (4, 5, 6))
        ]


def test_a_match_against_the_house_is_counted_apart_and_only_revealed_dice_are(webhook: Webhook) -> None:
    webhook.send(tapped(ALICE, "solo:best"))
    match = webhook.only_match()
    for combination in (Combination.MINOR_SUM, Combination.MAJOR_SUM):
        webhook.send(tapped(ALICE, f"pick:{match.code}:{webhook.only_match().round}:{combination}:0"))
    webhook.send(tapped(ALICE, f"resign!:{match.code}"))
    mean = f"{totals(webhook.only_match(), 0)[0]:.1f}".replace("-", "\u2212")
    assert stats(webhook, ALICE) == [
        f"<b>The house</b> · 1 played, average {mean}",
        "Won 0 · drawn 0 · lost 1",
        "<b>Your dice</b> · 10 thrown, too few to say",
    ]


def test_a_group_is_told_nothing_of_it(webhook: Webhook) -> None:
    group = {"id": -100_5, "type": "supergroup", "title": "Friends"}
    assert "callback_data" not in json.dumps(webhook.send(typed(ALICE, "/stats", group)))
