"""What everybody in a chat sees of a duel, and that it holds nobody up."""

from __future__ import annotations

import re

import pytest

from core.match import HOUR
from infra.keys import DUEL
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.deliveries import TOKEN
from tests.handlers.duelling import (
    GROUP,
    GROUP_ID,
    begin,
    code_in,
    offers,
    posted_in_group,
    shown,
    tapped_in_group,
)
from tests.handlers.updates import typed
from tests.infra.local.bot_api.tools import RawBot

# What everybody sees


def test_the_message_grows_with_each_reveal_and_tells_the_result(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    after = bot.api.last_call()
    code, message = begin(bot, alice, bob)
    for number in (1, 2):
        bot.tap(alice, f"pick:{code}:{number}:{'two' if number == 1 else 'three'}:0")
        bot.tap(bob, f"pick:{code}:{number}:{'2+2' if number == 1 else 'poker'}:0")
    bot.tap(alice, f"resign!:{code}")
    first, one, two, end = shown(bot, after, message)
    assert re.match(r"🎲 \S*Alice\S* plays \S*Bob\S*\n", first)
    assert re.search(r"Alice\S* plays \S*Bob\S*,\n\S+ : \S+ after round 1\n", one)
    assert re.search(r"Alice\S* plays \S*Bob\S*,\n\S+ : \S+ after round 2\n", two)
    assert "resigned" in end.split("\n")[0]
    assert len(first) < len(one) <= len(two)


def test_a_pick_alone_edits_nothing_in_the_others_chat(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    code, message = begin(bot, alice, bob)
    after = bot.api.last_call()
    bot.tap(alice, f"pick:{code}:1:two:0")
    bot.tap(alice, f"pick:{code}:1:poker:1")
    bot.advance(20 * HOUR)
    assert shown(bot, after, message) == []


def test_a_record_that_comes_again_edits_nothing(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    code, message = begin(bot, alice, bob)
    bot.tap(alice, f"pick:{code}:1:two:0")
    bot.tap(bob, f"pick:{code}:1:two:0")
    after = bot.api.last_call()
    for batch in bot.batches:
        bot.deliver(batch["Records"])
    assert shown(bot, after, message) == []


def test_a_forgotten_players_name_goes_from_a_duel_that_is_long_over(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    code, message = begin(bot, alice, bob)
    bot.tap(alice, f"resign!:{code}")
    after = bot.api.last_call()
    bot.type(bob, "/forget")
    bot.tap(bob, "forget!")
    [shown_last] = shown(bot, after, message)
    assert "Bob" not in shown_last
    assert "Alice" in shown_last
    assert "a former player" in shown_last
    others = [call["parameters"] for call in bot.api.calls(after) if call["parameters"].get("chat_id") == alice.id]
    assert others == []


def test_the_host_rings_and_the_one_who_accepted_does_not(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    after = bot.api.last_call()
    begin(bot, alice, bob)
    calls = bot.api.calls(after, "sendMessage")
    news = [call["parameters"] for call in calls if "accepted" in call["parameters"]["text"]]
    silent = {str(one["chat_id"]): one.get("disable_notification", False) for one in news}
    assert silent == {str(alice.id): False, str(bob.id): True}


# In a group


@pytest.fixture
def group(bot: WholeBot, people: tuple[Phone, ...]) -> dict[str, object]:
    chat: dict[str, object] = bot.api.group("Friends", *people, kind="supergroup")
    return chat


def test_new_in_a_group_posts_a_challenge_as_an_answer_and_stores_no_match(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, *_ = people
    answer = bot.update(typed(alice.user, "/new@seven7776_bot", GROUP))
    assert (answer["method"], answer["chat_id"]) == ("sendMessage", GROUP["id"])
    assert answer["reply_parameters"] == {"message_id": 7, "allow_sending_without_reply": True}
    assert "Alice" in answer["text"]
    assert bot.matches() == []


def test_a_host_whose_name_has_nothing_to_be_seen_is_announced_as_a_player(bot: WholeBot) -> None:
    [host] = bot.people("\u3164")
    in_a_group = bot.update(typed(host.user, "/new", GROUP))["text"]
    by_inline_mode = [offered["input_message_content"]["message_text"] for offered in offers(bot, host.user)]
    for text in (in_a_group, *by_inline_mode):
        assert text.replace("\u2068", "").replace("\u2069", "").startswith("🎲 Player wants to play 7776.")


def test_a_command_to_another_bot_is_not_ours(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    for chat in (GROUP, None):
        assert bot.update(typed(people[0].user, "/new@OtherBot", chat)) == {}
    assert bot.items() == []


def test_the_first_in_a_group_to_accept_plays_and_the_group_sees_the_duel(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, bob, carol = people
    data, after = posted_in_group(bot, alice.user), bot.api.last_call()
    code = code_in(bot.tell(bot.update(tapped_in_group(bob.user, data, 41))))
    refused = bot.tell(bot.update(tapped_in_group(carol.user, data, 41)))
    assert refused["show_alert"] is True
    bot.tap(alice, f"pick:{code}:1:two:0")
    bot.tap(bob, f"pick:{code}:1:two:0")
    first, one = shown(bot, after, GROUP_ID)
    assert "Alice" in first
    assert "after round 1" in one
    edits = [call["parameters"] for call in bot.api.calls(after, "editMessageText")]
    assert {one["message_id"] for one in edits if one.get("chat_id") == GROUP_ID} == {41}


def test_nothing_but_the_duels_message_goes_to_the_group(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    data, after = posted_in_group(bot, alice.user), bot.api.last_call()
    code = code_in(bot.tell(bot.update(tapped_in_group(bob.user, data, 41))))
    for phone in (alice, bob):
        bot.tap(phone, f"pick:{code}:1:two:0")
    bot.advance(20 * HOUR)
    bot.tap(alice, f"resign!:{code}")
    to_group = [call for call in bot.api.calls(after) if call["parameters"].get("chat_id") == GROUP_ID]
    assert {call["method"] for call in to_group} == {"editMessageText"}
    assert not any("pick:" in str(call["parameters"]) for call in to_group)


def test_a_duel_in_a_group_that_is_gone_keeps_nobody_from_playing(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    data = posted_in_group(bot, alice.user)
    code = code_in(bot.tell(bot.update(tapped_in_group(bob.user, data, 41))))
    for phone in (alice, bob):
        bot.tap(phone, f"pick:{code}:1:two:0")
    assert f"pick:{code}:2:" in str(alice.last())
    assert not any(seat.is_unreachable for seat in bot.match(code).seats)
    assert bot.table.cursor(code, DUEL).chapter == 2


# Flood control


def test_a_duel_in_flood_control_delays_no_player_and_then_shows_the_present(
    bot: WholeBot, people: tuple[Phone, ...], group: dict[str, int]
) -> None:
    alice, bob, _ = people
    message_id = in_group(bot, alice, group)
    code = code_in(
        bot.tell(bot.update(tapped_in_group(bob.user, posted_in_group(bot, alice.user, group), message_id, group)))
    )
    after = bot.api.last_call()
    with bot.api.faults(method="editMessageText", chat_id=group["id"], error_code=429, retry_after=30):
        for number, combination in enumerate(("two", "three", "four"), start=1):
            for phone in (alice, bob):
                bot.tap(phone, f"pick:{code}:{number}:{combination}:0")
    assert f"pick:{code}:4:" in str(alice.last())
    assert f"pick:{code}:4:" in str(bob.last())
    assert len(shown(bot, after, group["id"])) == 1  # the one that was refused; nothing more until its time has come
    bot.advance(40)
    assert len(shown(bot, after, group["id"])) == 2
    assert "after round 3" in shown(bot, after, group["id"])[-1]
    assert bot.table.cursor(code, DUEL).waits_until is None


def in_group(bot: WholeBot, alice: Phone, group: dict[str, int]) -> int:
    """A message of the bot's in the group, as the challenge is one."""
    sent = RawBot(bot.api.base_url, TOKEN).call("sendMessage", chat_id=group["id"], text="A challenge")
    assert alice.messages(group["id"])[-1]["message_id"] == sent["message_id"]
    return int(sent["message_id"])


def test_an_edit_whose_answer_is_lost_is_made_again_and_nothing_else_comes_of_it(
    bot: WholeBot, people: tuple[Phone, ...], group: dict[str, int]
) -> None:
    alice, bob, _ = people
    message_id = in_group(bot, alice, group)
    data, after = posted_in_group(bot, alice.user, group), bot.api.last_call()
    bot.api.fault(method="editMessageText", chat_id=group["id"], drop_reply=True)
    code = code_in(bot.tell(bot.update(tapped_in_group(bob.user, data, message_id, group))))
    bot.advance(40)
    first, again = shown(bot, after, group["id"])
    assert first == again
    assert alice.messages(group["id"])[-1]["text"] == first
    assert (bot.table.cursor(code, DUEL).waits_until, bot.table.cursor(code, DUEL).chapter) == (None, 1)


def test_new_functions_go_on_with_a_duel_that_had_to_wait(
    bot: WholeBot, people: tuple[Phone, ...], group: dict[str, int]
) -> None:
    alice, bob, _ = people
    message_id = in_group(bot, alice, group)
    data, after = posted_in_group(bot, alice.user, group), bot.api.last_call()
    bot.api.fault(method="editMessageText", chat_id=group["id"], error_code=502)
    code = code_in(bot.tell(bot.update(tapped_in_group(bob.user, data, message_id, group))))
    bot.restart()
    bot.tap(bob, f"resign!:{code}")
    bot.advance(40)
    assert "resigned" in shown(bot, after, group["id"])[-1]
    assert "resigned" in alice.messages(group["id"])[-1]["text"]
