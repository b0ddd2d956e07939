"""Tables as their players handle them: opened, joined by link or code, timed, called off and asked for again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core import codes
from core.combinations import Combination
from core.match import DAY, Match, Status, tick
from infra.table import ConflictError
from tests.handlers.updates import tapped, typed
from tests.handlers.webhooks import ALICE, BOB, CAROL, Webhook, a_match, a_pick


def test_new_opens_a_table_and_leaves_the_telling_to_the_stream(webhook: Webhook) -> None:
    assert webhook.send(typed(ALICE, "/new")) == {}
    match = webhook.only_match()
    assert (match.status, match.seats[0].user_id, match.seats[0].name) == (Status.OPEN, 1001, "Alice")


def open_by_an_update_that_comes_twice(webhook: Webhook) -> None:
    update = typed(ALICE, "/new")
    webhook.send(update)
    webhook.now += 3600
    webhook.send(update)


def test_a_redelivered_new_gives_the_same_table(webhook: Webhook) -> None:
    open_by_an_update_that_comes_twice(webhook)
    assert webhook.only_match().version == 1


def test_two_new_within_five_seconds_are_one_invitation(webhook: Webhook) -> None:
    webhook.send(typed(ALICE, "/new"))
    webhook.now += 4
    webhook.send(tapped(ALICE, "new:1d"))
    assert len(webhook.matches()) == 1
    webhook.now += 1
    webhook.send(typed(ALICE, "/new"))
    assert len(webhook.matches()) == 2


def test_a_conflict_over_the_players_profile_does_not_give_one_update_two_tables(webhook: Webhook) -> None:
    """Another match of this player was written at that very moment, and the answer to Telegram was lost."""
    save = webhook.table.save

    def conflict_once(*arguments: Any, **named: Any) -> Match:
        webhook.table.save = save  # type: ignore[method-assign]
        raise ConflictError

    webhook.table.save = conflict_once  # type: ignore[method-assign]
    open_by_an_update_that_comes_twice(webhook)
    assert webhook.only_match().version == 1


def test_a_new_table_can_be_opened_at_once_after_one_was_cancelled(webhook: Webhook) -> None:
    webhook.send(typed(ALICE, "/new"))
    webhook.send(typed(ALICE, "/cancel"))
    webhook.send(typed(ALICE, "/new"))
    assert sorted(match.status for match in webhook.matches()) == [Status.CANCELLED, Status.OPEN]


@pytest.mark.parametrize(
    "text",
    [
        *("/start {code}", "/join {code}", "{code}", "/join {shown}", "{lower}"),
        *("https://t.me/seven7776_bot?start={code}", "play with me: t.me/Seven7776_bot?start={lower}, now"),
    ],
)
def test_a_friend_joins_by_link_command_or_bare_code(webhook: Webhook, text: str) -> None:
    """tdesktop#6978 and Telegram-iOS#843: a client may lose the link's payload."""
    webhook.send(typed(ALICE, "/new"))
    code = webhook.only_match().code
    shown = codes.shown(code)
    assert webhook.send(typed(BOB, text.format(code=code, shown=shown, lower=shown.lower()))) == {}
    assert [seat.name for seat in webhook.only_match().seats] == ["Alice", "Bob"]


def test_a_link_to_another_bot_is_not_understood(webhook: Webhook) -> None:
    code = a_match(webhook)
    answer = webhook.send(typed(CAROL, f"https://t.me/another_bot?start={code}"))
    assert "I did not get that" in answer["text"]


def test_the_same_deep_link_twice_brings_the_table_again(webhook: Webhook) -> None:
    code = a_match(webhook)
    version = webhook.only_match().version
    assert webhook.send(typed(BOB, f"/join {code}")) == {}
    assert webhook.only_match().version == version
    assert webhook.screens() == [{"name": "table", "message_id": None}]


def test_a_join_that_comes_again_brings_nothing(webhook: Webhook) -> None:
    webhook.send(typed(ALICE, "/new"))
    join = typed(BOB, f"/join {webhook.only_match().code}")
    for _ in range(2):
        assert webhook.send(join) == {}
    assert webhook.screens() == []


def test_opening_ones_own_link_brings_the_invitation_again(webhook: Webhook) -> None:
    webhook.send(typed(ALICE, "/new"))
    assert webhook.send(typed(ALICE, f"/start {webhook.only_match().code}")) == {}
    assert webhook.screens() == [{"name": "table", "message_id": None}]


def test_a_link_that_cannot_be_used_says_why_and_offers_a_table(webhook: Webhook) -> None:
    code = a_match(webhook)
    full = webhook.send(typed(CAROL, f"/start {code}"))
    unknown = webhook.send(typed(CAROL, "/join 0000-0000"))
    assert "full" in full["text"]
    assert "0000-0000" in unknown["text"]
    assert all("new:1d" in json.dumps(answer["reply_markup"]) for answer in (full, unknown))


def test_two_who_ask_for_a_rematch_meet_in_one_match(webhook: Webhook) -> None:
    code = a_match(webhook)
    webhook.send(tapped(ALICE, f"resign!:{code}"))
    webhook.send(tapped(BOB, f"rematch:{code}"))
    webhook.send(tapped(ALICE, f"rematch:{code}"))
    [rematch] = [match for match in webhook.matches() if match.code != code]
    assert (rematch.status, [seat.name for seat in rematch.seats]) == (Status.ACTIVE, ["Bob", "Alice"])


def test_a_declined_rematch_can_be_asked_for_again(webhook: Webhook) -> None:
    code = a_match(webhook)
    webhook.send(tapped(ALICE, f"resign!:{code}"))
    webhook.send(tapped(BOB, f"rematch:{code}"))
    [offer] = [match for match in webhook.matches() if match.code != code]
    webhook.send(tapped(ALICE, f"cancel:{offer.code}"))
    webhook.send(tapped(ALICE, f"rematch:{code}"))
    offers = [match for match in webhook.matches() if match.code != code]
    assert sorted(match.status for match in offers) == [Status.CANCELLED, Status.OPEN]


def test_a_stranger_cannot_ask_for_a_rematch_or_join_one(webhook: Webhook) -> None:
    code = a_match(webhook)
    webhook.send(tapped(ALICE, f"resign!:{code}"))
    assert "Alice" in webhook.send(tapped(CAROL, f"rematch:{code}"))["text"]
    webhook.send(tapped(BOB, f"rematch:{code}"))
    [offer] = [match for match in webhook.matches() if match.code != code]
    assert "full" in webhook.send(typed(CAROL, f"/join {offer.code}"))["text"]


def test_the_host_names_the_pace_and_a_repeat_changes_nothing(webhook: Webhook) -> None:
    webhook.send(typed(ALICE, "/new"))
    code = webhook.only_match().code
    tap = tapped(ALICE, f"pace:{code}:3d")
    assert "3 days" in webhook.send(tap)["text"]
    after = webhook.only_match()
    assert (after.pace, after.version) == (3 * DAY, 2)
    webhook.send(tap)
    webhook.send(tapped(ALICE, f"pace:{code}:3d"))
    assert webhook.only_match() == after


def test_the_pace_stands_once_a_guest_has_joined_or_for_anybody_else(webhook: Webhook) -> None:
    webhook.send(typed(ALICE, "/new"))
    code = webhook.only_match().code
    assert "Alice" in webhook.send(tapped(CAROL, f"pace:{code}:5m"))["text"]
    assert "date" in webhook.send(tapped(ALICE, f"pace:{code}:2d"))["text"]
    webhook.send(typed(BOB, f"/start {code}"))
    assert "started" in webhook.send(tapped(ALICE, f"pace:{code}:5m"))["text"]
    assert webhook.only_match().pace == DAY


def test_who_waits_gives_time_once_however_often_the_button_is_tapped(webhook: Webhook) -> None:
    code = a_match(webhook)
    a_pick(webhook, ALICE, Combination.POKER)
    deadline = webhook.only_match().deadline or 0
    early = webhook.send(tapped(ALICE, f"more:{code}:{deadline}"))
    assert early["text"] == "This deadline has moved already."
    webhook.now = deadline - 1000
    webhook.table.save(webhook.only_match(), tick(webhook.only_match(), webhook.now))
    tap = tapped(ALICE, f"more:{code}:{deadline}", message_id=77)
    assert "1 day more" in webhook.send(tap)["text"]
    after = webhook.only_match()
    assert after.deadline == deadline + DAY
    assert webhook.screens() == [{"name": "given", "message_id": "77"}]
    for repeat in (tap, tapped(ALICE, f"more:{code}:{deadline}")):
        assert "1 day more" in webhook.send(repeat)["text"]
    assert "moved" in webhook.send(tapped(ALICE, f"more:{code}:{deadline + DAY}"))["text"]
    assert webhook.only_match() == after


def test_time_given_at_the_last_moment_lets_the_pick_count(webhook: Webhook) -> None:
    code = a_match(webhook)
    a_pick(webhook, ALICE, Combination.POKER)
    deadline = webhook.only_match().deadline or 0
    webhook.now = deadline - 1
    webhook.table.save(webhook.only_match(), tick(webhook.only_match(), webhook.now))
    webhook.send(tapped(ALICE, f"more:{code}:{deadline}"))
    webhook.now = deadline + 100
    a_pick(webhook, BOB, Combination.POKER)
    assert (webhook.only_match().status, webhook.only_match().revealed) == (Status.ACTIVE, 1)


def test_time_is_given_to_nobody_once_it_is_over(webhook: Webhook) -> None:
    code = a_match(webhook)
    a_pick(webhook, ALICE, Combination.POKER)
    deadline = webhook.only_match().deadline or 0
    webhook.now = deadline
    assert "ended" in webhook.send(tapped(ALICE, f"more:{code}:{deadline}"))["text"]
    assert webhook.only_match().status is Status.FORFEITED
