"""Challenges by inline mode and in groups: what is offered, who may accept, and how the two come to play."""

from __future__ import annotations

from core.match import DAY, HOUR, Status
from handlers.chat.read_tap import MAX_BYTES, PACES, parse
from handlers.chat.tap import Accept
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.duelling import (
    accept,
    asked,
    code_in,
    data_under,
    new_message,
    offers,
    posted,
    shown,
    tapped_inline,
    texts,
)

# What is offered


def test_inline_mode_offers_a_challenge_for_each_pace_to_its_sender_alone(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, *_ = people
    results = offers(bot, alice.user, "whatever")
    assert [result["type"] for result in results] == ["article"] * 4
    assert len({result["id"] for result in results}) == 4
    for result in results:
        assert "Alice" in result["input_message_content"]["message_text"]
        assert len(data_under(result).encode()) <= MAX_BYTES
    paces = [tap.pace for tap in map(parse, map(data_under, results)) if isinstance(tap, Accept)]
    assert paces == sorted(PACES.values())


def test_an_answer_to_an_inline_query_is_personal_and_soon_asked_for_again(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    answer = bot.update(asked(people[0].user))
    assert (answer["is_personal"], answer["cache_time"] <= 60) == (True, True)


def test_who_has_never_played_is_shown_the_way_into_the_private_chat(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, *_ = people
    first = bot.update(asked(alice.user))
    assert first["button"]["start_parameter"]
    bot.type(alice, "/new")
    assert "button" not in bot.update(asked(alice.user))


def test_asking_many_times_stores_one_name_and_no_match(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    for query in ("", "7", "77", "777"):
        offers(bot, people[0].user, query)
    [item] = bot.items()
    assert (item["sk"]["S"], item["name"]["S"]) == ("NAME", "Alice")


def test_behind_the_code_of_ones_open_table_that_table_is_offered(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    bot.type(alice, "/new")
    [table] = bot.matches()
    [result] = offers(bot, alice.user, f"{table.code[:4]}-{table.code[4:]}".lower())
    message = new_message()
    assert code_in(accept(bot, bob, data_under(result), message)) == table.code
    match = bot.match(table.code)
    assert match.status is Status.ACTIVE
    assert match.duel
    assert match.duel.inline_message_id == message
    assert any("Bob" in text and "accepted" in text for text in texts(alice))


def test_anothers_table_or_one_that_is_full_is_not_offered(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, carol = people
    bot.type(alice, "/new")
    [table] = bot.matches()
    assert len(offers(bot, carol.user, table.code)) == 4
    bot.type(bob, f"/join {table.code}")
    assert len(offers(bot, alice.user, table.code)) == 4


# Accepting


def test_who_accepts_plays_the_host_at_the_pace_of_the_challenge(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    message = new_message()
    code = code_in(accept(bot, bob, posted(bot, alice.user, nth=1), message))
    match = bot.match(code)
    assert [seat.user_id for seat in match.seats] == [alice.id, bob.id]
    assert (match.status, match.pace, match.round_lasts) == (Status.ACTIVE, HOUR, DAY)
    for phone, said in ((alice, "accepted your challenge"), (bob, "You accepted")):
        assert any(said in text for text in texts(phone))
        assert f"pick:{code}:1:" in str(phone.last())


def test_the_same_tap_again_leads_to_the_same_match(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    data, message = posted(bot, alice.user), new_message()
    update = tapped_inline(bob.user, data, message)
    first = bot.tell(bot.update(update))
    again = bot.tell(bot.update(update))
    later = accept(bot, bob, data, message)
    assert code_in(first) == code_in(again) == code_in(later)
    assert len(bot.matches()) == 1
    assert code_in(accept(bot, alice, data, message)) == code_in(first)  # the host is led there too


def test_the_second_to_accept_is_told_who_plays(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, carol = people
    data, message = posted(bot, alice.user), new_message()
    accept(bot, bob, data, message)
    answer = accept(bot, carol, data, message)
    assert answer["show_alert"] is True
    assert "url" not in answer
    assert "Alice" in answer["text"]
    assert "Bob" in answer["text"]
    assert len(bot.matches()) == 1


def test_one_challenge_posted_in_two_chats_is_two_duels(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, carol = people
    data = posted(bot, alice.user)
    codes = {code_in(accept(bot, phone, data, new_message())) for phone in (bob, carol)}
    assert len(codes) == 2


def test_ones_own_challenge_gets_a_kind_alert_and_begins_nothing(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, *_ = people
    answer = accept(bot, alice, posted(bot, alice.user), new_message())
    assert (answer["show_alert"], "your own" in answer["text"]) == (True, True)
    assert bot.matches() == []


def test_a_challenge_closes_when_it_said_so(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    data = posted(bot, alice.user)
    bot.now += 7 * DAY
    answer = accept(bot, bob, data, new_message())
    assert (answer["show_alert"], "is closed" in answer["text"]) == (True, True)
    assert bot.matches() == []


def test_a_challenge_that_was_accepted_in_time_still_leads_its_players_there(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, bob, _ = people
    data, message = posted(bot, alice.user, nth=3), new_message()
    code = code_in(accept(bot, bob, data, message))
    bot.now += 2 * DAY
    assert code_in(accept(bot, alice, data, message)) == code


def test_an_ended_duel_says_so(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    data, message = posted(bot, alice.user), new_message()
    code = code_in(accept(bot, bob, data, message))
    bot.tap(bob, f"resign!:{code}")
    for phone in people:
        answer = accept(bot, phone, data, message)
        assert (answer["show_alert"], "ended" in answer["text"]) == (True, True)


# Who has never opened the chat with the bot


def test_two_who_have_only_opened_the_chat_get_their_first_hand_once_each(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    """Nothing is kept of them yet, so each is found by the first message: by a save of its own, in whatever order."""
    alice, bob, _ = people
    code = code_in(accept(bot, bob, posted(bot, alice.user), new_message()))
    bot.tell()
    assert [seat.is_unreachable for seat in bot.match(code).seats] == [False, False]
    for phone in (alice, bob):
        [hand] = [text for text in texts(phone) if "Your dice" in text]
        assert "yet to" not in hand


def test_a_host_who_has_never_opened_the_bot_comes_in_by_the_duels_button(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    _, bob, _ = people
    dora = bot.api.phone("Dora")
    message, after = new_message(), bot.api.last_call()
    code = code_in(accept(bot, bob, posted(bot, dora.user), message))
    assert dora.messages() == []
    assert "Dora" in bob.last()["text"]
    assert "yet to open" in bob.last()["text"]
    [first] = shown(bot, after, message)
    assert "Dora" in first
    assert "private chat" in first
    dora.send(f"/start {code}")  # so that Telegram lets the bot write to her
    bot.type(dora, f"/start {code}")
    assert [f"pick:{code}:1:" in str(one) for one in dora.messages()].count(True) == 1
    assert any("accepted your challenge" in text for text in texts(dora))
    assert "yet to open" not in bob.last()["text"]


def test_a_guest_who_has_never_opened_the_bot_is_dealt_a_hand_once_they_come(
    bot: WholeBot, people: tuple[Phone, ...]
) -> None:
    alice, *_ = people
    bot.type(alice, "/new")
    dora = bot.api.phone("Dora")
    code = code_in(accept(bot, dora, posted(bot, alice.user), new_message()))
    before = texts(alice)
    assert not any("reached" in text for text in before)
    dora.send(f"/start {code}")
    bot.type(dora, f"/start {code}")
    assert [f"pick:{code}:1:" in str(one) for one in dora.messages()].count(True) == 1
    assert len(texts(alice)) == len(before)


def test_a_challenge_whose_hosts_name_is_unknown_is_closed(bot: WholeBot, people: tuple[Phone, ...]) -> None:
    alice, bob, _ = people
    data = posted(bot, alice.user)
    bot.empty()
    assert "is closed" in accept(bot, bob, data, new_message())["text"]
    assert bot.matches() == []
