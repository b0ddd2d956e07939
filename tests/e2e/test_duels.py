"""A duel from the typed name of the bot to the result, by the client API alone, as everybody in the chat sees it."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from infra.local.phone import LocalBotApi, Phone
from tests.e2e import reading
from tests.e2e.player import Player

ROUNDS = 3


def start_of(url: str) -> str:
    """What a client sends when such a link is opened."""
    return f"/start {parse_qs(urlsplit(url).query)['start'][0]}"


def accept_data(shown: dict[str, Any]) -> str:
    [[button]] = shown["reply_markup"]["inline_keyboard"]
    return str(button["callback_data"])


def dealt_in(player: Player) -> str:
    """The match in which a player has a hand, as soon as there is one."""
    hand = player.wait_for(lambda message: bool(reading.data_of(message, "pick:")))
    return reading.data_of(hand, "pick:")[0].split(":")[1]


def message_in(api: LocalBotApi, chat_id: int, message_id: int) -> dict[str, Any]:
    api.idle()
    messages = api.get(f"/client/chats/{chat_id}/messages")
    return next(message for message in messages if message["message_id"] == message_id)


def play(api: LocalBotApi, first: Player, second: Player, code: str, chat_id: int, message_id: int) -> None:
    """Play some rounds and give up; after each reveal the one message in the chat tells it, and nothing of the next."""
    for number in range(1, ROUNDS + 1):
        for player in (first, second):
            player.pick(code, number, player.open_combinations(code, number)[-1])
        told = message_in(api, chat_id, message_id)["text"]
        assert f"after round {number}" in told
        mine = reading.reveal(first.turn(code, number + 1))
        assert mine is not None
        assert f"{mine.totals[0]} : {mine.totals[1]}".replace("-", "−") in told
    second.phone.send("/resign")
    second.tap(second.last(), f"resign!:{code}")
    assert f"{second.name}\u2069 resigned" in message_in(api, chat_id, message_id)["text"]


def test_a_challenge_between_two_who_are_both_new_here(api: LocalBotApi) -> None:
    alice, bob = Player(api, "Alice"), Player(api, "Bob")
    [*_, offered] = alice.phone.inline("")
    sent = alice.phone.choose(offered["id"], bob.phone.id)
    data, place = accept_data(sent), sent["inline_message_id"]
    assert alice.phone.tap_inline(data, place).show_alert
    accepted = bob.phone.tap_inline(data, place)
    bob.phone.send(start_of(accepted.url))
    code = dealt_in(bob)
    begun = message_in(api, sent["chat"]["id"], sent["message_id"])
    [[button]] = begun["reply_markup"]["inline_keyboard"]
    alice.phone.send(start_of(button["url"]))
    for player in (alice, bob):
        player.turn(code, 1)
        assert len([one for one in player.messages() if reading.data_of(one, "pick:")]) == 1
    play(api, alice, bob, code, sent["chat"]["id"], sent["message_id"])


def test_a_challenge_in_a_group_is_for_the_first_to_accept(api: LocalBotApi) -> None:
    alice, bob, carol = (Player(api, name) for name in ("Alice", "Bob", "Carol"))
    for player in (alice, bob):
        player.phone.send("/start")
    group = api.group("Friends", *(player.phone for player in (alice, bob, carol)), kind="supergroup")["id"]
    alice.phone.send("/new@OtherBot", group)
    alice.phone.send("/new", group)
    api.idle()
    posted = alice.phone.last(group)
    assert bob.phone.tap("Accept", chat_id=group).url
    late = carol.phone.tap_data(accept_data(posted), posted["message_id"], group)
    assert late.show_alert
    assert "Bob" in late.text
    code = dealt_in(bob)
    play(api, alice, bob, code, group, posted["message_id"])
    assert_nothing_private(alice.phone, group)


def assert_nothing_private(phone: Phone, group: int) -> None:
    messages = phone.messages(group)
    assert len([message for message in messages if message["from"]["is_bot"]]) == 1
    assert "Your dice" not in str(messages)
    assert "pick:" not in str(messages)


def test_an_open_table_is_sent_by_telegrams_own_chooser(api: LocalBotApi) -> None:
    alice, bob = Player(api, "Alice"), Player(api, "Bob")
    code = alice.open_table()
    [chooser] = [
        button["switch_inline_query_chosen_chat"]
        for button in reading.buttons(alice.last())
        if "switch_inline_query_chosen_chat" in button
    ]
    [offered] = alice.phone.inline(chooser["query"])
    sent = alice.phone.choose(offered["id"], bob.phone.id)
    accepted = bob.phone.tap_inline(accept_data(sent), sent["inline_message_id"])
    assert start_of(accepted.url) == f"/start {code}"
    bob.phone.send(start_of(accepted.url))
    play(api, alice, bob, code, sent["chat"]["id"], sent["message_id"])
