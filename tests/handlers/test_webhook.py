"""The webhook as Telegram sees it: who is let in, what is answered, and what each update changes."""

from __future__ import annotations

import json
import logging
from typing import Any
from unittest.mock import ANY

import pytest

from core import codes
from core.combinations import Combination
from core.match import DAY, Match, Status, tick
from handlers.chat import reach
from infra.attributes import marshal
from infra.keys import profile_key
from infra.table import ConflictError
from tests.handlers.updates import WEBHOOK_SECRET, event, membership, tapped, typed, user
from tests.handlers.webhooks import Webhook

ALICE, BOB, CAROL = user(1001), user(1002, "Bob"), user(1003, "Carol")


def a_match(webhook: Webhook) -> str:
    """Alice's table, which Bob has joined; gives its code."""
    webhook.send(typed(ALICE, "/new"))
    code = webhook.only_match().code
    webhook.send(typed(BOB, f"/start {code}"))
    return code


def a_pick(webhook: Webhook, player: dict[str, Any], combination: Combination, nth: int = 0) -> dict[str, Any]:
    match = webhook.only_match()
    return webhook.send(tapped(player, f"pick:{match.code}:{match.round}:{combination}:{nth}"))


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


def test_new_opens_a_table_and_leaves_the_telling_to_the_stream(webhook: Webhook) -> None:
    assert webhook.send(typed(ALICE, "/new")) == {}
    match = webhook.only_match()
    assert (match.status, match.seats[0].user_id, match.seats[0].name) == (Status.OPEN, 1001, "Alice")


def test_a_redelivered_new_gives_the_same_table(webhook: Webhook) -> None:
    update = typed(ALICE, "/new")
    webhook.send(update)
    webhook.now += 3600
    webhook.send(update)
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
    update = typed(ALICE, "/new")
    save = webhook.table.save

    def conflict_once(*arguments: Any, **named: Any) -> Match:
        webhook.table.save = save  # type: ignore[method-assign]
        raise ConflictError

    webhook.table.save = conflict_once  # type: ignore[method-assign]
    webhook.send(update)
    webhook.now += 3600
    webhook.send(update)
    assert webhook.only_match().version == 1


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
