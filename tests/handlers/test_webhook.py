"""The webhook as Telegram sees it: who is let in, what is answered, and what each update changes."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from core.combinations import Combination
from core.match import Status
from infra.attributes import marshal
from infra.keys import profile_key
from tests.handlers.updates import WEBHOOK_SECRET, event, membership, tapped, typed, user
from tests.handlers.webhooks import ALICE, BOB, CAROL, Webhook, a_match, a_pick


def test_what_can_never_be_read_is_named_in_the_log_and_telegram_is_not_asked_for_it_again(
    webhook: Webhook, caplog: pytest.LogCaptureFixture
) -> None:
    code = a_match(webhook)
    webhook.store.put(profile_key(1002) | marshal({"played": "squid"}))
    for update in (tapped(ALICE, f"resign!:{code}"), typed(BOB, "/stats")):
        assert webhook.call(event(update)) == {"statusCode": 200}
    reasons = [vars(record)["reason"] for record in caplog.records if record.levelname == "ERROR"]
    assert reasons == ["USER#1002 PROFILE cannot be read: played"] * 2


@pytest.mark.parametrize("secret", [None, "", "wrong", WEBHOOK_SECRET + "x", WEBHOOK_SECRET[:-1], "ключ"])
def test_an_update_without_the_secret_is_refused_and_changes_nothing(webhook: Webhook, secret: str | None) -> None:
    assert webhook.call(event(typed(ALICE, "/new"), secret))["statusCode"] == 403
    assert webhook.items() == []


def test_a_base64_body_is_read_like_a_plain_one(webhook: Webhook) -> None:
    assert webhook.call(event(typed(ALICE, "/new"), is_base64=True))["statusCode"] == 200
    assert webhook.only_match().status is Status.OPEN


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        '"text"',
        "{}",
        '{"update_id": "x"}',
        '{"update_id": 1, "message": 5}',
        '{"update_id": 1, "message": {"message_id": 1}}',
        '{"update_id": 1, "callback_query": {"id": "1"}}',
        '{"update_id": 1, "message": {"message_id": 1, "chat": {"id": 1}, "text": "\\ud800"}}',
        "\ud800",
        "[" * 100_000,
        "x" * (1 << 21),
    ],
)
def test_what_is_no_update_is_taken_and_ignored(webhook: Webhook, body: str) -> None:
    """telegraf#806 and pyTelegramBotAPI#356: an answer other than 2xx would bring it again and again."""
    assert webhook.call({**event(""), "body": body})["statusCode"] == 200
    assert webhook.items() == []


@pytest.mark.parametrize(
    "kind", ["edited_message", "channel_post", "poll", "my_chat_member", "inline_query", "brand_new"]
)
def test_updates_of_other_kinds_are_taken_and_ignored(webhook: Webhook, kind: str) -> None:
    """father-bot/chatgpt_telegram_bot#30: an edited message crashed it."""
    update = {"update_id": 5, kind: typed(ALICE, "/new")["message"]}
    assert webhook.send(update) == {}
    assert webhook.items() == []


@pytest.mark.parametrize("command", ["/start", "/help", "/rules", "/matches", "hello"])
def test_what_changes_nothing_is_answered_at_once(webhook: Webhook, command: str) -> None:
    answer = webhook.send(typed(ALICE, command))
    assert (answer["method"], answer["chat_id"]) == ("sendMessage", ALICE["id"])
    assert webhook.items() == []


@pytest.mark.parametrize(
    "update",
    [
        {"update_id": 10**50, "message": typed(ALICE, "/new")["message"]},
        {"update_id": 5, "message": typed(ALICE, "/new")["message"] | {"message_id": 10**50}},
        {"update_id": 5, "message": typed(user(1001, language_code="x" * 500_000), "/new")["message"]},
        {"update_id": 5, "message": typed(ALICE, "/new", {"id": 10**50, "type": "private"})["message"]},
    ],
    ids=["update_id", "message_id", "language_code", "chat_id"],
)
def test_what_the_table_could_not_hold_is_ignored(webhook: Webhook, update: dict[str, Any]) -> None:
    webhook.send(update)
    assert webhook.store.items() == []


def test_a_group_is_not_answered_for_other_bots_commands(webhook: Webhook) -> None:
    group = {"id": -100_5, "type": "supergroup", "title": "Friends"}
    assert webhook.send(typed(ALICE, "/weather", group)) == {}
    assert webhook.send(typed(ALICE, "/help", group))["chat_id"] == group["id"]


def test_a_repeated_tap_of_a_round_that_it_closed_says_what_counted(webhook: Webhook) -> None:
    code = a_match(webhook)
    a_pick(webhook, ALICE, Combination.POKER)
    a_pick(webhook, BOB, Combination.MAJOR_SUM)
    answer = webhook.send(tapped(BOB, f"pick:{code}:1:major_sum:0"))
    assert answer["text"] == "Round 1 is over; round 2 is below. You picked Major Sum."


def test_a_tap_is_answered_with_one_toast_one_read_and_one_write(webhook: Webhook) -> None:
    tap = tapped(ALICE, f"pick:{a_match(webhook)}:1:poker:0")
    with webhook.store.counting() as calls:
        answer = webhook.send(tap)
    assert answer["method"] == "answerCallbackQuery"
    assert "Poker" in answer["text"]
    assert dict(calls) == {"GetItem": 1, "PutItem": 1}


def test_a_save_that_comes_in_between_is_counted_in_the_log(webhook: Webhook, caplog: pytest.LogCaptureFixture) -> None:
    code = a_match(webhook)
    others = [tapped(BOB, f"pick:{code}:1:{Combination.MAJOR_SUM}:0")]

    def save_first(operation: str) -> None:
        if operation == "PutItem" and others:
            webhook.send(others.pop())

    caplog.set_level(logging.INFO)
    with webhook.store.watched(save_first):
        webhook.send(a_pick(webhook, ALICE, Combination.POKER))
    assert webhook.table.match(code) == webhook.only_match()
    assert webhook.only_match().revealed == 1
    conflicts = [vars(line).get("conflicts") for line in caplog.records if line.getMessage() == "update"]
    assert conflicts == [None, 1]


def test_a_pick_is_kept_with_the_message_that_it_came_from(webhook: Webhook) -> None:
    code = a_match(webhook)
    webhook.send(tapped(ALICE, f"pick:{code}:1:poker:0", message_id=4711))
    seat = webhook.only_match().seats[0]
    assert (seat.picked, seat.message_id) == ((Combination.POKER,), 4711)


def test_a_double_tap_counts_once(webhook: Webhook) -> None:
    """you_can_bot#170 and python-telegram-bot#1069: one press came several times, with new ids."""
    a_match(webhook)
    a_pick(webhook, ALICE, Combination.POKER)
    version = webhook.only_match().version
    answer = a_pick(webhook, ALICE, Combination.POKER)
    assert "Poker" in answer["text"]
    assert webhook.only_match().version == version


def test_a_change_only_shows_the_keyboard_again(webhook: Webhook) -> None:
    """lila#192: a take-back made a player lose on time. Here the pick stands until the next one."""
    code = a_match(webhook)
    a_pick(webhook, ALICE, Combination.POKER)
    before = webhook.only_match()
    webhook.send(tapped(ALICE, f"change:{code}:1", message_id=70))
    assert webhook.only_match() == before
    assert webhook.screens() == [{"name": "change", "message_id": "70"}]
    a_pick(webhook, ALICE, Combination.MAJOR_SUM, nth=1)
    assert webhook.only_match().standing_pick(0) is Combination.MAJOR_SUM


@pytest.mark.parametrize(
    "data",
    ["pick:{code}:1:poker:0", "resign!:{code}", "resign:{code}", "table:{code}", "score:{code}", "change:{code}:1"],
)
def test_a_stranger_at_the_table_is_told_whose_it_is(webhook: Webhook, data: str) -> None:
    """Python-BlackJackBot#54 and TheChameleonBot/Chameleon#31: an outsider's press counted."""
    code = a_match(webhook)
    before = webhook.items()
    answer = webhook.send(tapped(CAROL, data.format(code=code)))
    assert all(name in answer["text"] for name in ("Alice", "Bob"))
    assert webhook.items() == before


@pytest.mark.parametrize(
    "data, says",
    [
        ("pick:{code}:1:minor_sum:0", "Round 1 is over"),
        ("pick:{code}:2:poker:0", "used Poker"),
        ("pick:{code}:3:minor_sum:0", "Round 3 has not begun"),
        ("pick:{code}:2:minor_sum:5", "out of date"),
        ("change:{code}:1", "Round 1 is over"),
        ("change:{code}:2", "not picked"),
        ("cancel:{code}", "started"),
        ("rematch:{code}", "still on"),
    ],
)
def test_each_refused_tap_has_a_sentence_of_its_own(webhook: Webhook, data: str, says: str) -> None:
    """Python-BlackJackBot#90: an old keyboard drove a new game."""
    code = a_match(webhook)
    a_pick(webhook, ALICE, Combination.POKER)
    a_pick(webhook, BOB, Combination.POKER)
    before = webhook.items()
    answer = webhook.send(tapped(ALICE, data.format(code=code)))
    assert says in answer["text"]
    assert webhook.items() == before


@pytest.mark.parametrize(
    "data",
    [
        "pick:{code}:0:poker:0",
        "pick:{code}:17:poker:0",
        "pick:{code}:1:7:0",
        "pick:{code}:1:poker:-1",
        "pick:{code}:1:poker",
        "pick:{code}:1:poker:0:0",
        "pick:00000000:1:poker:0",
        "pick:{code}:1:poker:٣",
        "table:",
        "nonsense",
        "x" * 64,
        "",
        "\x00" * 64,
        "🎲" * 16,
        "card:{code}:",
    ],
)
def test_forged_data_gets_a_toast_and_changes_nothing(webhook: Webhook, data: str) -> None:
    code = a_match(webhook)
    before = webhook.items()
    answer = webhook.send(tapped(ALICE, data.format(code=code)))
    assert (answer["method"], bool(answer["text"])) == ("answerCallbackQuery", True)
    assert webhook.items() == before


def test_a_tap_without_data_or_message_or_in_another_chat_changes_nothing(webhook: Webhook) -> None:
    code = a_match(webhook)
    before = webhook.items()
    bare = tapped(ALICE, f"pick:{code}:1:poker:0")
    query = bare["callback_query"]
    for odd in (
        {key: value for key, value in query.items() if key != "data"},
        {key: value for key, value in query.items() if key != "message"} | {"inline_message_id": "x1"},
        tapped(ALICE, f"pick:{code}:1:poker:0", chat_id=-100)["callback_query"],
        query | {"message": {"message_id": 1, "chat": {"id": 1002, "type": "private"}, "date": 0}},
    ):
        answer = webhook.send({"update_id": 1, "callback_query": odd})
        assert answer["method"] == "answerCallbackQuery"
    assert webhook.items() == before


def test_a_late_pick_does_not_get_through_although_the_clock_has_not_run(webhook: Webhook) -> None:
    a_match(webhook)
    a_pick(webhook, ALICE, Combination.POKER)
    webhook.now += 24 * 3600
    answer = a_pick(webhook, BOB, Combination.POKER)
    match = webhook.only_match()
    assert "ended" in answer["text"]
    assert (match.status, match.ended_by) == (Status.FORFEITED, 1)


def test_a_group_gets_a_link_and_nothing_private(webhook: Webhook) -> None:
    code = a_match(webhook)
    group = {"id": -100_5, "type": "supergroup", "title": "Friends"}
    for command in (f"/join {code}", "/matches", "/score", "/start@seven7776_bot"):
        answer = webhook.send(typed(ALICE, command, group))
        assert answer["chat_id"] == group["id"]
        assert "https://t.me/seven7776_bot" in json.dumps(answer["reply_markup"])
        assert "callback_data" not in json.dumps(answer)
    assert webhook.send(typed(ALICE, "hello all", group)) == {}
    assert webhook.send(typed(ALICE, "/new@Other_bot", group)) == {}
    assert len(webhook.matches()) == 1


@pytest.mark.parametrize(
    "name", ["<b> & _ *", "أليس", "👩‍👩‍👧‍👦" * 40, "\u200b\u2066\u3164", "", "Z" * 64, "\u202eevil"]
)
def test_a_player_with_any_name_can_play(webhook: Webhook, name: str) -> None:
    """op-bot#101 and super-bot#44: a character in a name made messages unsendable."""
    webhook.send(typed(user(2001, name), "/new"))
    stored = webhook.only_match().seats[0].name
    assert stored
    assert len(stored.encode()) <= 48
    assert not set(stored) & set("\u200b\u2066\u3164\u202e")


@pytest.mark.parametrize(
    "update, line",
    [
        (lambda code: tapped(ALICE, f"pick:{code}:1:poker:0"), {"ask": "pick", "version": 3, "saved": True}),
        (lambda code: tapped(CAROL, f"pick:{code}:1:poker:0"), {"ask": "pick", "refused": "stranger"}),
        (lambda code: tapped(BOB, f"change:{code}:1"), {"ask": "change", "refused": "nothing_picked", "version": 2}),
        (lambda code: typed(CAROL, f"/join {code}"), {"ask": "/join", "refused": "full"}),
        (lambda _: typed(CAROL, "/help me, poker"), {"ask": "/help", "code": None}),
        (lambda _: typed(CAROL, "my poker"), {"ask": "words", "code": None}),
        (lambda _: tapped(CAROL, "poker:1"), {"ask": "nothing", "code": None}),
        (lambda _: membership(CAROL, "kicked"), {"ask": "membership", "code": None}),
    ],
)
def test_each_update_is_one_line_that_says_what_was_asked_and_what_became_of_it(
    webhook: Webhook, caplog: pytest.LogCaptureFixture, update: Any, line: dict[str, Any]
) -> None:
    code = a_match(webhook)
    caplog.set_level(logging.INFO, "7776")
    sent = update(code)
    webhook.send(sent)
    [record] = caplog.records
    told = vars(record)
    expected = {"code": code, "function": "webhook", "update_id": sent["update_id"], "status": 200, **line}
    assert {name: told.get(name) for name in expected} == expected
    assert "poker" not in str(told)


def test_no_log_line_holds_a_secret_a_pick_or_a_die(webhook: Webhook, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="7776")
    a_match(webhook)
    a_pick(webhook, ALICE, Combination.MINOR_STRAIGHT)
    a_pick(webhook, ALICE, Combination.MINOR_STRAIGHT)
    webhook.send(tapped(CAROL, f"pick:{webhook.only_match().code}:1:minor_straight:0"))
    webhook.call(event(typed(ALICE, "/new"), "wrong"))
    logged = " ".join(str(record.__dict__) for record in caplog.records if record.name.startswith("7776"))
    secret = webhook.only_match().secret
    for hidden in (WEBHOOK_SECRET, secret.hex(), str(secret), "minor_straight", "wrong'"):
        assert hidden not in logged
